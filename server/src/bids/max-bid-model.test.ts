import { test } from 'node:test';
import { makeRandom } from '../../../demo/src/random.ts';
import { playMaxBidActs } from '../../test/max-bid-acts.ts';
import { openTestNode } from '../../test/test-node.ts';

const { node } = await openTestNode();
const other = await node.startAnother();

test('AUTO-14 concurrent random actions on two nodes give the rows and answers of one order in the model', async () => {
  const seed = Date.now() % 1_000_000;
  console.log(`seed ${seed}`);
  await playMaxBidActs(node, [other], { acts: 400, random: makeRandom(seed) });
});
