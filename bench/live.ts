import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { Audience } from './audience.ts';
import { placeOne } from './bids.ts';
import type { Product } from './product.ts';
import { compare, type Result } from './results.ts';

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
