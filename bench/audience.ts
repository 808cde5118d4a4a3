import { once } from 'node:events';
import { WebSocket } from 'ws';

/** So many connect at a time, as the server's queue of new connections is short. */
const AT_ONCE = 200;

/** Open sockets that wait for one message each. */
export class Audience {
  lastMessage = '';
  #sockets: WebSocket[] = [];
  #missing = 0;
  #allReached = () => {};

  /** Opens sockets; one with a hello is in when it has been answered. */
  async join(count: number, url: string, hello?: (n: number) => string): Promise<void> {
    for (let from = 0; from < count; from += AT_ONCE) {
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, count - from) }, async (_, n) => {
          const socket = new WebSocket(url, { perMessageDeflate: false });
          await once(socket, 'open');
          if (hello) {
            const answered = once(socket, 'message');
            socket.send(hello(from + n));
            await answered;
          }
          socket.on('message', (message) => this.#receive(message.toString()));
          this.#sockets.push(socket);
        }),
      );
    }
  }

  /** Milliseconds from `speak` until each socket has been reached once. */
  async time(speak: () => unknown): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#missing = this.#sockets.length;
    this.#allReached = resolve;
    const late = setTimeout(
      () => reject(new Error(`${this.#missing} sockets were not reached within 10 s.`)),
      10_000,
    );
    const begun = performance.now();
    await Promise.all([speak(), promise]);
    clearTimeout(late);
    return performance.now() - begun;
  }

  leave(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  #receive(message: string): void {
    this.lastMessage = message;
    this.#missing -= 1;
    if (this.#missing === 0) this.#allReached();
  }
}
