// Another node of the product on a database that `bench-node.ts` has started: it says its port, and ends with its parent.
import { listen, startMeasuredNode } from './measured-node.ts';

const { folder, ...database } = JSON.parse(process.argv[2]!);
const limits = { smtpUrl: null, limitMultiplier: 1_000 };
const node = await startMeasuredNode(database, folder, limits);
process.send!({ port: await listen(node) });
process.on('disconnect', async () => {
  await node.stop();
  process.exit();
});
// A Ctrl-C reaches the whole group: the parent's end is what counts.
process.on('SIGINT', () => {});
