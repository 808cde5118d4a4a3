import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BID_SENTENCE, tooLow } from '@restvarde/contract/bids/bid-rules';
import { TERMS_VERSION } from '@restvarde/contract/bids/bids';
import { sql } from 'kysely';
import { makeBidder } from '../../test/bidders.ts';
import { checkInvariants, readBidding } from '../../test/check-invariants.ts';
import { makeStation } from '../../test/factories.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

const { node, db } = await openTestNode();

const LADDER = [
  { min_price: 0, max_price: 1_000, increment: 100 },
  { min_price: 2_000, max_price: 5_000, increment: 250 },
];

const { company, manager, ada, bo, makeOpen } = await makeSeller(node);

const countBids = async (auction: number) => (await readBidding(db, auction)).bids.length;

test('BID-1 the answer to an accepted bid states the outcome: leading, below the reserve, sealed', async () => {
  const open = await makeOpen({ start_bid: 500, reservation_price: 1_000, ladder: LADDER });
  const below = await ada.bid(open, 600);
  assert.equal(below.status, 201);
  const { standing } = await readBidding(db, open);
  assert.deepEqual(below.body, {
    bid: 600,
    outcome: 'below_reserve',
    extended: false,
    end_dt: standing.end_dt.toISOString(),
    highest_bid: 600,
    bid_count: 1,
    minimum_allowed_bid: 700,
    my_bid: 600,
    standing_at: standing.changed_at.toISOString(),
  });
  const leading = await bo.bid(open, 1_000);
  assert.deepEqual([leading.body.outcome, leading.body.bid_count], ['leading', 2]);

  const sealed = await makeOpen({ hidden_bids: true, start_bid: 500, ladder: LADDER });
  await ada.bid(sealed, 9_000);
  const own = await bo.bid(sealed, 500);
  const { outcome, highest_bid, bid_count, minimum_allowed_bid, my_bid } = own.body;
  assert.deepEqual(
    { outcome, highest_bid, bid_count, minimum_allowed_bid, my_bid },
    {
      outcome: 'sealed',
      highest_bid: null,
      bid_count: null,
      minimum_allowed_bid: 600,
      my_bid: 500,
    },
  );
  await checkInvariants(db, open);
  await checkInvariants(db, sealed);
});

test('BID-1 a bid that a rival passed in the same batch is answered as outbid', async () => {
  const elsewhere = await makeOpen({ hidden_bids: true });
  const rivals = await Promise.all(Array.from({ length: 6 }, () => makeBidder(node, company)));
  const bidInOrder = async (attempt: number) => {
    const auction = await makeOpen();
    // This caches their sessions, so that the next bids reach the desk in order.
    await Promise.all(rivals.map((rival) => rival.bid(elsewhere, 100 * attempt)));
    // The first bid is decided alone. The bids behind it form one batch.
    const answers = await Promise.all(
      rivals.map((rival, index) => rival.bid(auction, 100 + index)),
    );
    return { auction, answers };
  };
  let { auction, answers } = await bidInOrder(1);
  // On a busy machine the cached sessions may expire, and the bids arrive in another order.
  for (let attempt = 2; answers.some(({ status }) => status !== 201); attempt++) {
    ({ auction, answers } = await bidInOrder(attempt));
  }
  const { bids } = await checkInvariants(db, auction);
  assert.equal(answers.at(-1)?.body.outcome, 'leading');
  const outbid = answers.filter((answer) => answer.body.outcome === 'outbid');
  assert.ok(outbid.length > 0);
  for (const { body } of outbid) assert.ok(body.highest_bid > body.bid && body.my_bid === body.bid);
  assert.equal(bids.length, 6);
});

test('BID-2 the terms are required until they are accepted, per version', async () => {
  const auction = await makeOpen();
  const newcomer = await makeBidder(node, company, { terms: false });
  await db
    .insertInto('accepted_terms')
    .values({ user_id: newcomer.user_id, version: 'an older one' })
    .execute();
  for (const terms of [undefined, false]) {
    const refused = await newcomer.bid(auction, 100, { terms });
    assert.deepEqual(
      [refused.status, refused.body],
      [400, { has_accepted_terms: [BID_SENTENCE.terms] }],
    );
  }
  assert.equal(await countBids(auction), 0);
  const hasAccepted = async () =>
    (await node.call(newcomer.user_id, 'GET', '/api/users/me')).body.has_accepted_terms;
  assert.equal(await hasAccepted(), false);
  assert.equal((await newcomer.bid(auction, 100, { terms: true })).status, 201);
  assert.equal(await hasAccepted(), true, 'stored at once');
  assert.equal((await newcomer.bid(auction, 101)).status, 201);
  const versions = await db
    .selectFrom('accepted_terms')
    .select(['version', 'accepted_at'])
    .where('user_id', '=', newcomer.user_id)
    .orderBy('accepted_at')
    .execute();
  assert.deepEqual(
    versions.map((row) => row.version),
    ['an older one', TERMS_VERSION],
  );
});

test('BID-2 terms sent with a refused bid are required again, and its key can be reused', async () => {
  const auction = await makeOpen({ start_bid: 500 });
  const newcomer = await makeBidder(node, company, { terms: false });
  assert.deepEqual((await newcomer.bid(auction, 100, { terms: true })).body, {
    bid: [tooLow(500)],
  });
  const key = 'asked-for-the-terms';
  const refused = await newcomer.bid(auction, 500, { key });
  assert.deepEqual(refused.body, { has_accepted_terms: [BID_SENTENCE.terms] });
  assert.equal((await newcomer.bid(auction, 500, { key, terms: true })).status, 201);
});

test('BID-1, API-3 a malformed bid is refused with its sentence, and nothing is stored', async () => {
  const auction = await makeOpen();
  const least = 'Budet måste vara minst 1 kr.';
  const most = 'Budet får vara högst 999 999 999 kr.';
  const cases: [unknown, string][] = [
    [0, least],
    [-1, least],
    [1.5, BID_SENTENCE.wholeKronor],
    ['1000', BID_SENTENCE.wholeKronor],
    [true, BID_SENTENCE.wholeKronor],
    [[], BID_SENTENCE.wholeKronor],
    [[900], BID_SENTENCE.wholeKronor],
    [{}, BID_SENTENCE.wholeKronor],
    [null, BID_SENTENCE.required],
    [undefined, BID_SENTENCE.required],
    [1_000_000_000, most],
    [10 ** 12, most],
  ];
  for (const [amount, sentence] of cases) {
    const answer = await ada.bid(auction, amount, { key: 'a-bad-body' });
    assert.equal(answer.status, 400, String(amount));
    assert.deepEqual(answer.body, { bid: [sentence] }, JSON.stringify(amount));
  }
  const terms = await ada.bid(auction, 100, { terms: 'yes' as never });
  assert.deepEqual([terms.status, Object.keys(terms.body)], [400, ['has_accepted_terms']]);
  assert.equal(await countBids(auction), 0);
  assert.equal((await ada.bid(auction, 999_999_999, { key: 'a-bad-body' })).status, 201);
});

test('STN-8 a removed station can no longer bid, and its bids remain valid', async () => {
  const auction = await makeOpen();
  const leaver = await makeBidder(node, company);
  const station = await makeStation(db, company);
  assert.equal((await leaver.bid(auction, 100)).status, 201);
  await sql`update service_stations set removed_at = now_ms() where id = ${leaver.id}`.execute(db);
  await sql`update service_stations set removed_at = now_ms() where id = ${station.id}`.execute(db);
  const { access } = await node.logIn(station.user_id);
  const answer = await node.app.inject({
    method: 'POST',
    url: `/api/auctions/${auction}/bids`,
    headers: { authorization: `Bearer ${access}` },
    payload: { bid: 200 },
  });
  assert.equal(answer.statusCode, 401);
  const timeline = await node.call(manager, 'GET', `/api/auctions/${auction}/bids`);
  assert.equal(timeline.body.results[0].service_station_name, null);
  await checkInvariants(db, auction);
});
