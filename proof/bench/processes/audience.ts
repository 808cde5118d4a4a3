// Thousands of open sockets in a process, which the measured node and the bench do not pay for.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { serve } from '../../serve.ts';

/** Connections opened at a time: the server's backlog is short. */
const AT_ONCE = 200;
const HEARTBEAT = '{}';

/** The last socket was reached at this instant of `process.hrtime`, which all processes of a machine share. */
export interface Reached {
  at_ns: string;
  message: string;
}

const sockets: WebSocket[] = [];
let missing = 0;
let reached = Promise.withResolvers<Reached>();

/** Opens sockets. With tokens, each sends one of them and is open when that is answered. */
async function open({
  count,
  url,
  tokens,
}: {
  count: number;
  url: string;
  tokens: string[] | null;
}): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - from) }, async (_, n) => {
        const socket = new WebSocket(url, { perMessageDeflate: false });
        const answered = Promise.withResolvers<void>();
        let isOpen = tokens === null;
        socket.on('message', (bytes: Buffer) => {
          const message = bytes.toString();
          if (message === HEARTBEAT) return;
          if (isOpen) return receive(message);
          isOpen = true;
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
  if (missing === 0) reached.resolve({ at_ns: String(process.hrtime.bigint()), message });
  if (missing < 0) throw new Error(`A socket got a message twice: ${message}`);
}

serve(null, {
  open,
  /** From now on each socket expects one message. */
  expect: () => {
    missing = sockets.length;
    reached = Promise.withResolvers();
  },
  reached: () => reached.promise,
});
