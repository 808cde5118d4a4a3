import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail server outside the product, that can be told to refuse somebody's letters. */
export interface MailServer {
  smtpUrl: string;
  /** Lists what it has taken at `/email`, as the product's own mailbox does. */
  url: string;
  letters: { subject: string; to: { address: string }[] }[];
  /** Addresses whose letters are not taken. */
  refused: Set<string>;
  stop(): void;
}

/** Starts it on free ports. */
export async function startMailServer(): Promise<MailServer> {
  const letters: MailServer['letters'] = [];
  const refused = new Set<string>();
  const sockets = new Set<Socket>();
  const smtp = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    const say = (line: string) => socket.write(`${line}\r\n`);
    let buffer = '';
    let to = '';
    let letter: string | null = null;
    say('220 mail');
    socket.setEncoding('utf8').on('data', (chunk) => {
      buffer += chunk;
      const lines = buffer.split('\r\n');
      buffer = lines.pop()!;
      for (const line of lines) {
        if (letter !== null && line !== '.') letter += `${line}\n`;
        else if (letter !== null) {
          letters.push({
            subject: /^Subject: (.*)$/m.exec(letter)?.[1] ?? '',
            to: [{ address: to }],
          });
          letter = null;
          say('250 taken');
        } else if (line.startsWith('RCPT')) {
          to = /<(.*)>/.exec(line)?.[1] ?? '';
          say(refused.has(to) ? '550 5.1.1 no such mailbox' : '250 ok');
        } else if (line === 'DATA') {
          letter = '';
          say('354 go on');
        } else say(line === 'QUIT' ? '221 bye' : '250 ok');
      }
    });
  }).listen(0, '127.0.0.1');
  const page = createHttpServer((_request, reply) => reply.end(JSON.stringify(letters)));
  page.listen(0, '127.0.0.1');
  await Promise.all([once(smtp, 'listening'), once(page, 'listening')]);
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp)}`,
    url: `http://127.0.0.1:${portOf(page)}`,
    letters,
    refused,
    stop() {
      for (const socket of sockets) socket.destroy();
      smtp.close();
      page.close();
      page.closeAllConnections();
    },
  };
}
