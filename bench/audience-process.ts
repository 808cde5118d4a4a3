// Thousands of open sockets in a process of their own: so many are more than one process may have beside others, and
// what they do is not what is measured. It speaks to its parent by messages, of which `Ask` are the questions.
import { once } from 'node:events';
import { WebSocket } from 'ws';

/** So many connect at a time, as the server's queue of new connections is short. */
const AT_ONCE = 200;

/** What says only that the line is alive. */
const HEARTBEAT = '{}';

export type Ask =
  /** Opens sockets; one with tokens says one of them, and is in when it has been answered. */
  | { ask: 'join'; count: number; url: string; tokens: string[] | null }
  /** From now on each socket waits for one message. */
  | { ask: 'expect' };

const sockets: WebSocket[] = [];
let missing = 0;

async function join(count: number, url: string, tokens: string[] | null): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - from) }, async (_, n) => {
        const socket = new WebSocket(url, { perMessageDeflate: false });
        const answered = Promise.withResolvers<void>();
        let isIn = tokens === null;
        socket.on('message', (bytes: Buffer) => {
          const message = bytes.toString();
          if (message === HEARTBEAT) return;
          if (isIn) return receive(message);
          isIn = true;
          answered.resolve();
        });
        await once(socket, 'open');
        if (tokens) {
          socket.send(JSON.stringify({ token: tokens[(from + n) % tokens.length] }));
          await answered.promise;
        }
        sockets.push(socket);
      }),
    );
  }
}

function receive(message: string): void {
  missing -= 1;
  // The clock is one that all processes of a machine share.
  if (missing === 0) process.send!({ at_ns: String(process.hrtime.bigint()), message });
  if (missing < 0) throw new Error(`A socket was told twice: ${message}`);
}

process.on('message', async (asked: Ask) => {
  if (asked.ask === 'join') await join(asked.count, asked.url, asked.tokens);
  else missing = sockets.length;
  process.send!({});
});
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => {});
