import { after, test } from 'node:test';
import { makeRandom } from '../../../demo/src/random.ts';
import { playMaxBidActs } from '../../test/max-bid-acts.ts';
import { startTestNode } from '../../test/test-node.ts';

const node = await startTestNode();
const other = await node.startAnother();
after(() => node.stop());

test('AUTO-14 random acts at two nodes at once give the rows and answers of some one order of the model', async () => {
  const seed = Date.now() % 1_000_000;
  console.log(`seed ${seed}`);
  await playMaxBidActs(node, [other], { acts: 400, random: makeRandom(seed) });
});
