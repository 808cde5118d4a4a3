import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { placeOne } from './bids.ts';
import type { Product } from './product.ts';
import { compare, type Result } from './results.ts';

/** So many connect at a time, as the server's queue of new connections is short. */
const AT_ONCE = 200;

/** From a bid to the last of so many open sockets that gets it, against a bare broadcast of the same bytes. */
export async function measureLive(
  product: Product,
  size: { sockets: number; rounds: number },
): Promise<Result[]> {
  const auction = product.hot.at(-1)!;
  const audience = new Audience();
  const bare = fork(join(import.meta.dirname, 'bare-broadcast.ts'));
  try {
    const [barePort] = await once(bare, 'message');
    const bareAudience = new Audience();
    await audience.join(
      size.sockets,
      `ws://127.0.0.1:${product.port}/ws/auction/${auction}/`,
      (n) => JSON.stringify({ token: product.tokens[n % product.tokens.length] }),
    );
    await bareAudience.join(size.sockets, `ws://127.0.0.1:${barePort}`);
    const speaker = new WebSocket(`ws://127.0.0.1:${barePort}`);
    await once(speaker, 'open');

    const times: number[] = [];
    const baseline: number[] = [];
    // The first round warms up.
    for (let round = 0; round <= size.rounds; round++) {
      const bid = await audience.time(() => placeOne(product, auction));
      const plain = await bareAudience.time(() => speaker.send(audience.lastMessage));
      if (round === 0) continue;
      times.push(bid);
      baseline.push(plain);
    }
    speaker.close();
    bareAudience.leave();
    const name = `bid → ${size.sockets} sockets / bare broadcast`;
    return [compare(name, 'ms', times, baseline, { atMost: 1.3 })];
  } finally {
    audience.leave();
    bare.kill();
  }
}

/** Open sockets that wait for one message each. */
class Audience {
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
