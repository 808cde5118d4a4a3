import { createServer, type Socket } from 'node:net';

/** What the mail server does with an email. */
export type Fate =
  | 'taken'
  /** Answers 451 when it has received the email: try later. */
  | 'later'
  /** Answers 421 to the recipient and disconnects. */
  | 'leaving'
  /** Never answers. */
  | 'hangs'
  /** Receives the email but disconnects without an answer. */
  | 'cut'
  /** Answers 550 to the recipient: never try again. */
  | 'refused';

export interface Arrival {
  to: string;
  message_id: string;
  /** All headers, unfolded. */
  head: string;
  fate: Fate;
}

export interface SmtpDouble {
  url: string;
  /** Every completely received email, in order. */
  arrivals: Arrival[];
  /** The number of attempts, complete or not. */
  tries(): number;
  /** Resolves when there are no connections and all data has been read. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a mail server. `fateOf` decides the fate of each attempt from the recipient and the number of earlier
 * attempts. `onTaken` is called between accepting an email and the answer.
 */
export async function startSmtpDouble(
  fateOf: (to: string, tries: number) => Fate,
  onTaken: () => void = () => {},
): Promise<SmtpDouble> {
  const arrivals: Arrival[] = [];
  const tries = new Map<string, number>();
  let attempts = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    let buffer = '';
    let to = '';
    let fate: Fate = 'taken';
    let email: string[] | null = null;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const command = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'EHLO' || verb === 'HELO') return say('250 double');
      if (verb === 'RCPT') {
        attempts++;
        to = /<(.*)>/.exec(line)?.[1] ?? '';
        const before = tries.get(to) ?? 0;
        tries.set(to, before + 1);
        fate = fateOf(to, before);
        if (fate === 'leaving') return void socket.end('421 leaving\r\n');
        return say(fate === 'refused' ? '550 no such box' : '250 ok');
      }
      if (verb === 'DATA') {
        email = [];
        return say('354 go on');
      }
      if (verb === 'QUIT') return void socket.end('221 bye\r\n');
      return say('250 ok');
    };
    const finish = (lines: string[]) => {
      const head = lines.slice(0, lines.indexOf('')).join('\n').replace(/\n\s+/g, ' ');
      const message_id = /^message-id: *(.*)$/im.exec(head)?.[1] ?? '';
      arrivals.push({ to, message_id, head, fate });
      if (fate === 'taken') {
        onTaken();
        return say('250 queued');
      }
      if (fate === 'later') return say('451 try later');
      if (fate === 'cut') socket.destroy();
    };
    say('220 double');
    socket.setEncoding('utf8').on('data', (chunk) => {
      buffer += chunk;
      const lines = buffer.split('\r\n');
      buffer = lines.pop()!;
      for (const line of lines) {
        if (email === null) command(line);
        else if (line === '.') {
          finish(email);
          email = null;
        } else email.push(line);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrivals,
    tries: () => attempts,
    async idle() {
      while (sockets.size > 0) await new Promise(setImmediate);
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
