import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { Audience } from './audience.ts';
import { CLIENTS, checkBids, placeOne } from './bid-load.ts';
import { startProduct } from './product.ts';
import { compare, plot, type Result } from './report/results.ts';

/** As many as a node has in a company's busiest hour, and more. */
const WITH_GOAL = 5_000;

/** From a bid to the last of so many open sockets that gets it, against a bare broadcast of the same bytes. */
export async function measureLive(sockets: number, rounds: number): Promise<Result[]> {
  const product = await startProduct({ bidders: CLIENTS, hot: 1, spread: 0, smtpUrl: null });
  const bare = fork(join(import.meta.dirname, 'bare-broadcast.ts'));
  const audiences: Audience[] = [];
  try {
    const [barePort] = await once(bare, 'message');
    const auction = product.hot[0]!;
    const address = `ws://127.0.0.1:${product.port}/ws/auction/${auction}/`;
    const bareAddress = `ws://127.0.0.1:${barePort}`;
    const audience = await Audience.open(sockets, address, product.tokens);
    audiences.push(audience);
    const bareAudience = await Audience.open(sockets, bareAddress);
    audiences.push(bareAudience);
    const speaker = new WebSocket(bareAddress);
    await once(speaker, 'open');

    const times: number[] = [];
    const baseline: number[] = [];
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      const bid = await audience.time(() => placeOne(product, auction));
      const plain = await bareAudience.time(() => speaker.send(audience.lastMessage));
      if (round === 0) continue;
      times.push(bid);
      baseline.push(plain);
    }
    speaker.close();
    await checkBids(product);
    const goal = sockets >= WITH_GOAL ? { atMost: 1.3 } : null;
    const result = compare(
      `bid → ${sockets} sockets / bare broadcast`,
      'ms',
      times,
      baseline,
      goal,
    );
    return [plot(result, 'fan-out', 'the last one told', sockets)];
  } finally {
    for (const audience of audiences) audience.leave();
    bare.kill();
    await product.stop();
  }
}
