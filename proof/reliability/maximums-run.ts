import { makeRandom } from '../../demo/src/random.ts';
import { playMaxBidActs } from '../../server/test/max-bid-acts.ts';
import { startTestNode } from '../../server/test/test-node.ts';
import { atMost, type Result } from './results.ts';

const ACTS = 100_000;

/** Plays random bids and maximums at two nodes at once, and compares each step with the model (AUTO-14). */
export async function runMaximums(options: {
  databaseUrl: string;
  seed: number;
}): Promise<{ counts: object; results: Result[] }> {
  const node = await startTestNode({ databaseUrl: options.databaseUrl });
  try {
    const other = await node.startAnother();
    const random = makeRandom(options.seed);
    const counts = await playMaxBidActs(node, [other], { acts: ACTS, random });
    return {
      counts,
      results: [atMost('maximums: acts that no order of the model explains', 0, 0, '')],
    };
  } finally {
    await node.stop();
  }
}
