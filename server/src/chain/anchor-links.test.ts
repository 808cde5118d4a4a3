import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makeSaleWorld } from '../../test/sales/sale-world.ts';
import { openTestNode, TEST_SECRET } from '../../test/test-node.ts';
import { openWorkerMetrics } from '../metrics/worker-metrics.ts';
import { openAnchoring } from './anchor-links.ts';
import { verifyChain } from './verify-chain.ts';

const { node } = await openTestNode();
const world = await makeSaleWorld(node);

function openLogged() {
  const alarms: Record<string, unknown>[] = [];
  const log = {
    info() {},
    warn() {},
    error: (values: object) => void alarms.push(values as Record<string, unknown>),
  };
  return { alarms, anchoring: openAnchoring(node.context, log) };
}

test('DATA-3 nodes that were running, metrics and the log detect an owner who rewrites an old result', async () => {
  const [old, recent] = [await world.end(), await world.end()];
  const before = openLogged();
  await before.anchoring.seal();
  await world.act(recent, 'bids/2/select-winner');
  await before.anchoring.seal();
  const seen = before.anchoring.newest();
  assert.equal(seen, 2);
  const { newest } = await verifyChain(node.context.pool.db, { secrets: [TEST_SECRET] });

  // Years later all links and anchors are deleted, a bid is raised, and the links are created again.
  await node.owner.transaction().execute(async (tx) => {
    for (const statement of [
      sql`set local session_replication_role = replica`,
      sql`delete from chain_links`,
      sql`delete from chain_anchors`,
      sql`update audit_log set at = at - interval '1 year'`,
      sql`update bids set amount = amount + 1 where auction_id = ${old} and id = 2`,
      sql`select extend_chain(array[${old}::integer, ${recent}::integer])`,
    ]) {
      await statement.execute(tx);
    }
  });
  const gone = /Anchor 2 \([0-9a-f]{64}\) is gone: the database was rewritten/;
  for (let poll = 0; poll < 2; poll++) await assert.rejects(before.anchoring.seal(), gone);
  assert.equal(before.anchoring.newest(), seen);

  // A node started since then cannot know, but it logs the late links, and its anchor number has fallen.
  const since = openLogged();
  const metrics = openWorkerMetrics();
  metrics.watchAnchors(since.anchoring);
  await since.anchoring.seal();
  assert.deepEqual(since.alarms[0]?.auctions, [old, recent]);
  assert.match(await metrics.render(), /^restvarde_chain_anchor 1$/m);
  assert.match(await metrics.render(), /^restvarde_chain_late_links_total 2$/m);
  const { faults } = await verifyChain(node.context.pool.db, {
    secrets: [TEST_SECRET],
    anchor: newest,
  });
  assert.ok(faults.includes(`Anchor ${newest} is gone.`));

  // Other anchors reach the same number, but their MACs differ.
  await world.end();
  await since.anchoring.seal();
  await assert.rejects(before.anchoring.seal(), /Anchor 2 \([0-9a-f]{64}\) is another now/);
  assert.equal(since.alarms.length, 1);
});
