import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { Child } from '../child.ts';
import { Audience } from './audience.ts';
import { CLIENTS, checkBids, placeOne } from './bid-load.ts';
import { startProduct } from './product.ts';
import { compare, type Result } from './results.ts';

const SAMPLES = 8;
const SAMPLE_MS = 500;

/** Measures the time from a bid until the last open socket gets it, against a bare broadcast of the same bytes. */
export async function measureFanOut(sockets: number, rounds: number): Promise<Result> {
  const product = await startProduct({ bidders: CLIENTS, hot: 1, spread: 0 });
  const bare = await Child.start<number>('bench/processes/bare-broadcast');
  const { port, tokens, hot } = product.ready;
  const [auction] = hot as [number];
  const audiences: Audience[] = [];
  try {
    const audience = await Audience.open(sockets, socketUrl(port, auction), tokens);
    audiences.push(audience);
    const bareUrl = `ws://127.0.0.1:${bare.ready}`;
    const bareAudience = await Audience.open(sockets, bareUrl);
    audiences.push(bareAudience);
    const sender = new WebSocket(bareUrl);
    await once(sender, 'open');
    const times: number[] = [];
    const baseline: number[] = [];
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      const bid = await audience.time(() => placeOne(product, auction));
      const plain = await bareAudience.time(() => sender.send(audience.lastMessage));
      if (round === 0) continue;
      times.push(bid);
      baseline.push(plain);
    }
    sender.close();
    await checkBids(product);
    const name = `a bid reaches the last of ${sockets} sockets / bare ws`;
    return compare(name, 'ms', times, baseline, { atMost: 1.3 });
  } finally {
    for (const audience of audiences) await audience.close();
    await bare.stop();
    await product.stop();
  }
}

/** Measures the memory of an idle socket, against a bare `ws` server's. Each round starts new processes, since a heap grows in steps. */
export async function measureSocketMemory(sockets: number, rounds: number): Promise<Result> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const product = await startProduct({ bidders: CLIENTS, hot: 1, spread: 0 });
    const { port, hot, tokens } = product.ready;
    ours.push(await memoryPerSocket(product, sockets, socketUrl(port, hot[0]!), tokens));
    const server = await Child.start<number>('bench/processes/bare-broadcast', null, [
      '--expose-gc',
    ]);
    bare.push(await memoryPerSocket(server, sockets, `ws://127.0.0.1:${server.ready}`));
  }
  return compare('memory of an idle socket / bare ws', 'KB', ours, bare, { atMost: 1.3 });
}

/** Returns the kilobytes that each socket adds to the process. Stops the process. */
async function memoryPerSocket(
  child: Child<unknown>,
  sockets: number,
  url: string,
  tokens: string[] | null = null,
): Promise<number> {
  // The minimum of several samples excludes memory that waits for garbage collection.
  const resident = async () => {
    let least = Infinity;
    for (let sample = 0; sample < SAMPLES; sample++) {
      await pause(SAMPLE_MS);
      least = Math.min(least, await child.call<number>('readMemory'));
    }
    return least;
  };
  try {
    const before = await resident();
    const audience = await Audience.open(sockets, url, tokens);
    const after = await resident();
    await audience.close();
    return ((after - before) * 1024) / sockets;
  } finally {
    await child.stop();
  }
}

/** The address of an auction's socket. */
export function socketUrl(port: number, auction: number): string {
  return `ws://127.0.0.1:${port}/ws/auction/${auction}/`;
}
