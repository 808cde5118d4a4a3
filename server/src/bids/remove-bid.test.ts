import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tooLow } from '@restvarde/contract/bids/bid-rules';
import { sql } from 'kysely';
import { checkInvariants } from '../../test/check-invariants.ts';
import { type AuctionValues, makeAuction, makeCompany, makeStaff } from '../../test/factories.ts';
import { makeSeller } from '../../test/seller.ts';
import { addressOf, takeEmails } from '../../test/sent-emails.ts';
import { openTestNode } from '../../test/test-node.ts';

const { node, db } = await openTestNode();

const { company, manager, ada, bo } = await makeSeller(node);

const makeOpen = (values: Partial<AuctionValues> = {}) =>
  makeAuction(db, { company, creator: manager, start_bid: 100, ...values });
const remove = (auction: number, bid: number, user = manager) =>
  node.call(user, 'DELETE', `/api/auctions/${auction}/bids/${bid}`);
const timeline = async (auction: number): Promise<number[]> => {
  const { body } = await node.call(manager, 'GET', `/api/auctions/${auction}/bids`);
  return body.results.map((bid: { id: number }) => bid.id);
};

test('AUC-9, MAIL-1 the station whose bid was removed gets an email with the seller’s contact', async () => {
  const auction = await makeOpen({ number: 'NS-9' });
  await ada.bid(auction, 12_500);
  await bo.bid(auction, 13_000);
  await takeEmails(node);
  await remove(auction, 1);
  const [email, ...more] = await takeEmails(node);
  assert.deepEqual(more, []);
  assert.equal(email?.to, await addressOf(node, ada.user_id));
  assert.equal(email.subject, 'Ditt bud har tagits bort: Volvo V60, auktion NS-9');
  assert.match(email.text, /har tagit bort ditt bud på 12\s500\skr i auktion NS-9\./);
  assert.doesNotMatch(email.text, /13\s000/);
});

test('AUC-9 a removed bid is kept and marked; highest bid, minimum and count are recomputed', async () => {
  const auction = await makeOpen();
  for (const [bidder, amount] of [
    [ada, 100],
    [bo, 200],
    [ada, 300],
  ] as const) {
    await bidder.bid(auction, amount);
  }
  // The middle bid, the highest bid and the only remaining bid.
  for (const [bid, highest, minimum, mine, left] of [
    [2, 300, 301, 300, [3, 1]],
    [3, 100, 101, 100, [1]],
    [1, null, 100, null, []],
  ] as const) {
    assert.equal((await remove(auction, bid)).status, 204);
    const { standing } = await checkInvariants(db, auction);
    assert.equal(standing.highest_bid, highest);
    const { body } = await node.call(ada.user_id, 'GET', `/api/auctions/${auction}`);
    assert.deepEqual(
      [body.highest_bid, body.bid_count, body.minimum_allowed_bid, body.my_bid],
      [highest, left.length, minimum, mine],
    );
    assert.deepEqual(await timeline(auction), left);
  }
  const { bids } = await checkInvariants(db, auction);
  assert.deepEqual(
    bids.map((bid) => [bid.id, bid.removed_by]),
    [
      [1, manager],
      [2, manager],
      [3, manager],
    ],
  );
  assert.equal((await bo.bid(auction, 100)).body.bid_count, 1);
  assert.deepEqual(await timeline(auction), [4]);
});

test('AUC-9 a removal does not move the end back, and it is logged', async () => {
  const auction = await makeOpen({ ends: 60, extension_minutes: 3 });
  assert.equal((await ada.bid(auction, 100)).body.extended, true);
  const end = (await checkInvariants(db, auction)).standing.end_dt;
  await remove(auction, 1);
  assert.deepEqual((await checkInvariants(db, auction)).standing.end_dt, end);
  const log = await db
    .selectFrom('audit_log')
    .select(['action', 'user_id', 'before', 'after'])
    .where('auction_id', '=', auction)
    .execute();
  assert.deepEqual(log, [
    {
      action: 'remove bid',
      user_id: manager,
      before: { bid_id: 1, amount: 100, service_station_id: ada.id },
      after: null,
    },
  ]);
  const { body } = await node.call(manager, 'GET', `/api/auctions/${auction}/history`);
  const { rows } = await sql<{ name: string }>`
    select name from service_stations where id = ${ada.id}`.execute(db);
  assert.equal(body[0].service_station_name, rows[0]?.name);
});

test('AUC-9, AUC-11 the next earliest of equal sealed bids leads after the earliest is removed', async () => {
  const auction = await makeOpen({ hidden_bids: true });
  await ada.bid(auction, 500);
  await bo.bid(auction, 500);
  await remove(auction, 1);
  assert.equal((await checkInvariants(db, auction)).standing.leading_bid_id, 2);
  assert.deepEqual((await ada.bid(auction, 99)).body, { bid: [tooLow(100)] });
  await ada.place(auction, 100);
});

test('AUC-9 a bid can be removed only once, and only while the auction is active', async () => {
  const auction = await makeOpen();
  await ada.bid(auction, 100);
  await bo.bid(auction, 200);
  assert.equal((await remove(auction, 99)).status, 404);
  const answers = await Promise.all(Array.from({ length: 8 }, () => remove(auction, 2)));
  assert.deepEqual(
    answers.map((answer) => answer.status).toSorted(),
    [204, 404, 404, 404, 404, 404, 404, 404],
  );
  await node.call(manager, 'POST', `/api/auctions/${auction}/cancel`);
  const late = await remove(auction, 1);
  assert.deepEqual(
    [late.status, late.body],
    [400, { detail: 'Bud kan bara tas bort medan auktionen är aktiv.' }],
  );
  assert.equal((await checkInvariants(db, auction)).standing.bid_count, 1);
  const { rows } = await sql`
    select from audit_log where auction_id = ${auction} and action = 'remove bid'`.execute(db);
  assert.equal(rows.length, 1);
});

test('AUC-9, BID-10 only the seller can remove a bid, not its bidder', async () => {
  const auction = await makeOpen();
  await ada.bid(auction, 100);
  const rival = await makeStaff(db, await makeCompany(db), 30);
  assert.equal((await remove(auction, 1, ada.user_id)).status, 403);
  assert.equal((await remove(auction, 1, rival)).status, 404);
  assert.equal((await checkInvariants(db, auction)).standing.bid_count, 1);
});

test('AUC-9, BID-7 concurrent bids and removals keep the invariants', async () => {
  for (const hidden_bids of [false, true]) {
    const auction = await makeOpen({ hidden_bids });
    for (let amount = 100; amount < 120; amount++) await ada.bid(auction, amount);
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        if (index % 3 === 2) return remove(auction, (index + 1) / 3);
        return (index % 2 ? ada : bo).bid(auction, 120 + index);
      }),
    );
    const { bids } = await checkInvariants(db, auction);
    assert.ok(bids.slice(0, 20).every((bid) => bid.removed_at));
    assert.ok(bids.some((bid) => !bid.removed_at));
  }
});
