import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SENTENCE } from '@restvarde/contract/errors';
import { sql } from 'kysely';
import { checkInvariants, readBidding } from '../../../test/check-invariants.ts';
import { makeStaff } from '../../../test/factories.ts';
import { makeSeller } from '../../../test/seller.ts';
import { openTestNode } from '../../../test/test-node.ts';

const { node, db } = await openTestNode();

const ONLY_ACTIVE = { detail: 'Bara en aktiv auktion kan avslutas.' };

const { company, manager, ada, bo, makeOpen } = await makeSeller(node);

const cancel = (auction: number, user = manager) =>
  node.call(user, 'POST', `/api/auctions/${auction}/cancel`);
const remove = (auction: number, user = manager) =>
  node.call(user, 'DELETE', `/api/auctions/${auction}`);

const auditOf = (auction: number) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'user_id', 'company_id', 'before', 'after'])
    .where('auction_id', '=', auction)
    .orderBy('id')
    .execute();

test('AUC-6 «Avsluta» ends an active auction now: its bids remain valid, and nobody has won', async () => {
  const auction = await makeOpen();
  await ada.bid(auction, 100);
  await bo.bid(auction, 200);
  const { standing: was } = await readBidding(db, auction);
  const answer = await cancel(auction);
  assert.equal(answer.status, 200);
  const { standing } = await checkInvariants(db, auction);
  assert.ok(standing.end_dt < was.end_dt && standing.end_dt <= new Date());
  assert.ok(standing.changed_at > was.changed_at);
  assert.equal(standing.winning_bid_id, null);
  const { is_active, has_started, cancelled, end_dt, bid_count, highest_bid } = answer.body;
  assert.deepEqual(
    { is_active, has_started, cancelled, end_dt, bid_count, highest_bid },
    {
      is_active: false,
      has_started: true,
      cancelled: true,
      end_dt: standing.end_dt.toISOString(),
      bid_count: 2,
      highest_bid: 200,
    },
  );
  assert.deepEqual(await auditOf(auction), [
    {
      action: 'cancel',
      user_id: manager,
      company_id: company,
      before: { end_dt: was.end_dt.toISOString() },
      after: { end_dt: standing.end_dt.toISOString() },
    },
  ]);
});

test('AUC-6 only an active auction can be cancelled', async () => {
  const cancelled = await makeOpen();
  assert.equal((await cancel(cancelled)).status, 200);
  const { standing } = await readBidding(db, cancelled);
  const upcoming = await makeOpen({ starts: 60, ends: 120 });
  for (const auction of [upcoming, await makeOpen({ ends: -1 }), cancelled]) {
    const answer = await cancel(auction);
    assert.deepEqual([answer.status, answer.body], [400, ONLY_ACTIVE]);
  }
  assert.deepEqual((await readBidding(db, cancelled)).standing, standing);
});

test('AUC-6 twenty concurrent cancellations among bids end the auction once, and no bid follows', async () => {
  const auction = await makeOpen();
  const [answers, bids] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, () => cancel(auction))),
    Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 ? ada : bo).bid(auction, 1 + index)),
    ),
  ]);
  assert.equal(answers.filter((answer) => answer.status === 200).length, 1);
  assert.equal((await auditOf(auction)).length, 1);
  const bidding = await checkInvariants(db, auction);
  assert.equal(bids.filter((bid) => bid.status === 201).length, bidding.bids.length);
  for (const bid of bidding.bids) assert.ok(bid.placed_at <= bidding.standing.end_dt);
});

test('AUC-7 an auction is deleted in any state: hidden from all, kept in the database', async () => {
  const superuser = await makeStaff(db, null);
  const active = await makeOpen();
  await ada.bid(active, 100);
  const cancelled = await makeOpen();
  await cancel(cancelled);
  const auctions = [
    active,
    cancelled,
    await makeOpen({ starts: 60, ends: 120 }),
    await makeOpen({ ends: -1 }),
  ];
  for (const auction of auctions) {
    assert.equal((await remove(auction)).status, 204);
    for (const user of [manager, superuser, ada.user_id]) {
      const answer = await node.call(user, 'GET', `/api/auctions/${auction}`);
      assert.deepEqual([answer.status, answer.body], [404, { detail: SENTENCE.notFound }]);
      const list = await node.call(user, 'GET', '/api/auctions');
      assert.ok(!list.body.results.some((card: { id: number }) => card.id === auction));
    }
    assert.equal((await ada.bid(auction, 500)).status, 404);
    assert.equal((await remove(auction)).status, 404);
    assert.equal((await cancel(auction)).status, 404);
    assert.equal((await auditOf(auction)).at(-1)?.action, 'delete');
  }
  const mine = await node.call(ada.user_id, 'GET', '/api/my-auctions');
  assert.ok(!mine.body.results.some((card: { id: number }) => card.id === active));
  assert.equal((await checkInvariants(db, active)).bids.length, 1);
});

test('AUC-7 the number of a deleted auction is never reused', async () => {
  const auction = await makeOpen({ number: 'LF-0042' });
  await remove(auction);
  await assert.rejects(makeOpen({ number: 'LF-0042' }), /auctions_by_number/);
});

test('AUC-16 log entries and bids cannot be changed or deleted in the database', async () => {
  const auction = await makeOpen();
  await ada.bid(auction, 100);
  await cancel(auction);
  const refused = /is refused: what was written stays/;
  const one = sql`where auction_id = ${auction}`;
  await assert.rejects(sql`delete from audit_log ${one}`.execute(node.owner), refused);
  await assert.rejects(sql`update audit_log set action = 'x' ${one}`.execute(node.owner), refused);
  await assert.rejects(sql`delete from bids ${one}`.execute(node.owner), refused);
  await assert.rejects(sql`delete from auctions where id = ${auction}`.execute(node.owner));
  assert.equal((await auditOf(auction)).length, 1);
  assert.equal((await readBidding(db, auction)).bids.length, 1);
});
