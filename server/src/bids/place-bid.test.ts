import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BID_SENTENCE, tooLow } from '@restvarde/contract/bids/bid-rules';
import { TERMS_VERSION } from '@restvarde/contract/bids/bids';
import { SENTENCE } from '@restvarde/contract/errors';
import { sql } from 'kysely';
import { type Bidder, makeBidder } from '../../test/bidders.ts';
import { checkInvariants, readBidding } from '../../test/check-invariants.ts';
import {
  type AuctionValues,
  makeAuction,
  makeCategory,
  makeCompany,
  makeStaff,
  makeStation,
  shiftAuction,
} from '../../test/factories.ts';
import { startTestNode } from '../../test/test-node.ts';

const node = await startTestNode();
const { db } = node.context.pool;
after(() => node.stop());

const LADDER = [
  { min_price: 0, max_price: 1_000, increment: 100 },
  { min_price: 2_000, max_price: 5_000, increment: 250 },
];

let company: number;
let creator: number;
let ada: Bidder;
let bo: Bidder;

before(async () => {
  company = await makeCompany(db);
  creator = await makeStaff(db, company);
  ada = await makeBidder(node, company);
  bo = await makeBidder(node, company);
});

const auctionWith = (values: Partial<AuctionValues> = {}) =>
  makeAuction(db, { company, creator, ...values });

/** Sets the end to so many seconds from now, by the database's clock. */
async function setEnd(auction: number, seconds: number): Promise<void> {
  await sql`
    update auction_standings set end_dt = now_ms() + make_interval(secs => ${seconds})
    where auction_id = ${auction}`.execute(db);
}

const countBids = async (auction: number) => (await readBidding(db, auction)).bids.length;

test('BID-1 an accepted bid says what it means: leading, below the reserve, sealed', async () => {
  const open = await auctionWith({ start_bid: 500, reservation_price: 1_000, ladder: LADDER });
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

  const sealed = await auctionWith({ hidden_bids: true, start_bid: 500, ladder: LADDER });
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

test('BID-1 a bid that a rival passed before it was on disk is told as outbid', async () => {
  const auction = await auctionWith();
  const elsewhere = await auctionWith({ hidden_bids: true });
  const rivals = await Promise.all(Array.from({ length: 6 }, () => makeBidder(node, company)));
  // Their sessions are known then: what follows arrives at the desk in this order.
  await Promise.all(rivals.map((rival) => rival.bid(elsewhere, 100)));
  // The first is alone with the database; those behind it gather to one batch.
  const answers = await Promise.all(rivals.map((rival, index) => rival.bid(auction, 100 + index)));
  assert.deepEqual(
    answers.map((answer) => answer.status),
    answers.map(() => 201),
  );
  const { bids } = await checkInvariants(db, auction);
  assert.equal(answers.at(-1)?.body.outcome, 'leading');
  const outbid = answers.filter((answer) => answer.body.outcome === 'outbid');
  assert.ok(outbid.length > 0);
  for (const { body } of outbid) assert.ok(body.highest_bid > body.bid && body.my_bid === body.bid);
  assert.equal(bids.length, 6);
});

test('BID-2 the terms are asked for until they are accepted, per version', async () => {
  const auction = await auctionWith();
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
  assert.equal(await hasAccepted(), true, 'told at once');
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

test('BID-2 terms that came with a refused bid are asked for again, and its key is still free', async () => {
  const auction = await auctionWith({ start_bid: 500 });
  const newcomer = await makeBidder(node, company, { terms: false });
  assert.deepEqual((await newcomer.bid(auction, 100, { terms: true })).body, {
    bid: [tooLow(500)],
  });
  const key = 'asked-for-the-terms';
  const asked = await newcomer.bid(auction, 500, { key });
  assert.deepEqual(asked.body, { has_accepted_terms: [BID_SENTENCE.terms] });
  assert.equal((await newcomer.bid(auction, 500, { key, terms: true })).status, 201);
});

test('BID-3, BID-4 minimums rise by the ladder that stands on the auction', async () => {
  const auction = await auctionWith({ start_bid: 500, ladder: LADDER });
  const steps: [amount: number, refusedBelow: number][] = [
    [500, 500],
    [600, 600],
    // 700 is within the first interval, 1 000 between the two: the nearest lower one's raise.
    [1_000, 700],
    [1_100, 1_100],
    [2_000, 1_200],
    [2_250, 2_250],
    [9_000, 2_500],
    [9_250, 9_250],
  ];
  for (const [index, [amount, least]] of steps.entries()) {
    const bidder = index % 2 === 0 ? ada : bo;
    const low = await bidder.bid(auction, least - 1);
    assert.deepEqual([low.status, low.body], [400, { bid: [tooLow(least)] }]);
    assert.equal((await bidder.bid(auction, amount)).status, 201);
  }
  assert.equal((await ada.bid(await auctionWith(), 1)).status, 201, 'no start bid is one krona');
  await checkInvariants(db, auction);
});

test('BID-3 a station may raise its own lead', async () => {
  const auction = await auctionWith({ ladder: LADDER });
  await ada.bid(auction, 100);
  assert.deepEqual((await ada.bid(auction, 150)).body, { bid: [tooLow(200)] });
  assert.equal((await ada.bid(auction, 200)).body.outcome, 'leading');
});

test('BID-3, BID-7 a sealed minimum comes from the own bids alone, and equal bids stand', async () => {
  const auction = await auctionWith({ hidden_bids: true, start_bid: 500, ladder: LADDER });
  await ada.bid(auction, 9_000);
  assert.deepEqual((await bo.bid(auction, 499)).body, { bid: [tooLow(500)] });
  assert.equal((await bo.bid(auction, 600)).status, 201);
  assert.deepEqual((await bo.bid(auction, 699)).body, { bid: [tooLow(700)] });
  assert.equal((await bo.bid(auction, 9_000)).status, 201);
  const { leader } = await checkInvariants(db, auction);
  assert.equal(leader?.service_station_id, ada.id);
});

test('BID-5 an auction that has not started, that is deleted or not offered does not exist', async () => {
  const rivalCompany = await makeCompany(db);
  const rivals = await makeStaff(db, rivalCompany);
  const category = await makeCategory(db);
  const picky = await makeBidder(node, company, { categories: [category] });
  const deleted = await auctionWith();
  await node.call(creator, 'DELETE', `/api/auctions/${deleted}`);
  const cases: [string, Bidder, number | string][] = [
    ['upcoming', ada, await auctionWith({ starts: 60, ends: 3_600 })],
    ['deleted', ada, deleted],
    ['never was', ada, 999_999],
    ['no id', ada, 'x'],
    ['too large an id', ada, 99_999_999_999],
    ["another company's", ada, await makeAuction(db, { company: rivalCompany, creator: rivals })],
    [
      "another company's that has ended",
      ada,
      await makeAuction(db, { company: rivalCompany, creator: rivals, ends: -60 }),
    ],
    [
      'of no category of its own',
      picky,
      await auctionWith({ categories: [await makeCategory(db)] }),
    ],
  ];
  for (const [name, bidder, auction] of cases) {
    const answer = await bidder.bid(auction as number, 100);
    assert.deepEqual([answer.status, answer.body], [404, { detail: SENTENCE.notFound }], name);
  }
  const ofCategory = await auctionWith({ categories: [category] });
  assert.equal((await picky.bid(ofCategory, 100)).status, 201);
  const global = await makeAuction(db, {
    company: rivalCompany,
    creator: rivals,
    is_global: true,
  });
  assert.equal((await ada.bid(global, 100)).status, 201);
});

test('BID-5 after the end, and after «Avsluta», no bid is taken', async () => {
  const ended = await auctionWith({ ends: -1 });
  const cancelled = await auctionWith();
  await ada.bid(cancelled, 100);
  assert.equal((await node.call(creator, 'POST', `/api/auctions/${cancelled}/cancel`)).status, 200);
  for (const auction of [ended, cancelled]) {
    const answer = await bo.bid(auction, 500);
    assert.deepEqual([answer.status, answer.body], [400, { bid: [BID_SENTENCE.ended] }]);
  }
  assert.equal(await countBids(ended), 0);
  await checkInvariants(db, cancelled);
});

test('BID-5 what is closed takes no bid, even by a clock that has gone back', async () => {
  const auction = await auctionWith();
  await sql`update auction_standings set closed_at = now_ms() where auction_id = ${auction}`.execute(
    db,
  );
  assert.deepEqual((await ada.bid(auction, 100)).body, { bid: [BID_SENTENCE.ended] });
  assert.equal(await countBids(auction), 0);
});

test('BID-1, ROLE-11 only stations bid', async () => {
  const auction = await auctionWith();
  const superuser = await makeStaff(db, null);
  for (const user of [creator, superuser]) {
    const answer = await node.call(user, 'POST', `/api/auctions/${auction}/bids`, { bid: 100 });
    assert.deepEqual([answer.status, answer.body], [403, { detail: SENTENCE.forbidden }]);
  }
  const nobody = await node.call(null, 'POST', `/api/auctions/${auction}/bids`, { bid: 100 });
  assert.equal(nobody.status, 401);
  assert.equal(await countBids(auction), 0);
});

test('BID-1, API-3 a body that is no bid is refused with its sentence, and nothing is stored', async () => {
  const auction = await auctionWith();
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

test('BID-6 a late bid moves the end to its own time and the minutes, sealed or not', async () => {
  for (const hidden_bids of [false, true]) {
    const auction = await auctionWith({ hidden_bids, extension_minutes: 3 });
    await setEnd(auction, 60);
    const answer = await ada.bid(auction, 100);
    assert.equal(answer.body.extended, true);
    const { bids, standing } = await checkInvariants(db, auction);
    assert.equal(standing.end_dt.getTime() - bids[0]!.placed_at.getTime(), 180_000);
    assert.equal(answer.body.end_dt, standing.end_dt.toISOString());
  }
});

test('BID-6 a bid before the last minutes, a refused one, and 0 minutes move nothing', async () => {
  const early = await auctionWith({ extension_minutes: 3 });
  await setEnd(early, 200);
  const off = await auctionWith({ extension_minutes: 0 });
  await setEnd(off, 5);
  for (const auction of [early, off]) {
    assert.equal((await ada.bid(auction, 100)).body.extended, false);
    await checkInvariants(db, auction);
  }
  const refused = await auctionWith({ extension_minutes: 3, start_bid: 1_000 });
  await setEnd(refused, 60);
  const end = (await readBidding(db, refused)).standing.end_dt;
  assert.equal((await ada.bid(refused, 999)).status, 400);
  assert.deepEqual((await readBidding(db, refused)).standing.end_dt, end);
});

test('BID-6 each late bid moves the end on, never back', async () => {
  const auction = await auctionWith({ extension_minutes: 10 });
  await setEnd(auction, 30);
  for (let amount = 1; amount <= 5; amount++) {
    assert.equal((await ada.bid(auction, amount)).status, 201);
    // Nine minutes pass: still within the last ten.
    await node.owner
      .updateTable('bids')
      .set({
        placed_at: sql`placed_at - interval '9 minutes'`,
        end_before: sql`end_before - interval '9 minutes'`,
        end_after: sql`end_after - interval '9 minutes'`,
      })
      .where('auction_id', '=', auction)
      .execute();
    await shiftAuction(db, auction, -540);
  }
  const { bids } = await checkInvariants(db, auction);
  assert.ok(bids.every((bid) => bid.end_after > bid.end_before));
});

test('STN-8 a station that was removed bids no more, and its bids stand', async () => {
  const auction = await auctionWith();
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
  const timeline = await node.call(creator, 'GET', `/api/auctions/${auction}/bids`);
  assert.equal(timeline.body.results[0].service_station_name, null);
  await checkInvariants(db, auction);
});
