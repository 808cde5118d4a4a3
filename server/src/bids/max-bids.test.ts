import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STARTING_LADDER } from '@restvarde/contract/bids/bid-rules';
import { maxTooLow, maxWasEarlier } from '@restvarde/contract/bids/max-bid-rules';
import { sql } from 'kysely';
import { makeBidder } from '../../test/bidders.ts';
import { checkInvariants } from '../../test/check-invariants.ts';
import { endNow, makeStaff } from '../../test/factories.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';
import { closeEnded } from '../auctions/lifecycle/close-ended.ts';

const { node, db } = await openTestNode();

const { company, manager, ada, bo, makeOpen, see } = await makeSeller(node);
const cia = await makeBidder(node, company);

const makeAuto = (values: Parameters<typeof makeOpen>[0] = {}) =>
  makeOpen({ allows_max_bids: true, start_bid: 10_000, ladder: [...STARTING_LADDER], ...values });
/** The bids that are left: whose, how much, and whether they are automatic. */
const bidsOf = async (auction: number) => {
  const { bids } = await checkInvariants(db, auction);
  const name = (id: number) => (id === ada.id ? 'ada' : id === bo.id ? 'bo' : 'cia');
  return bids
    .filter((bid) => bid.removed_at === null)
    .map(
      (bid) => `${name(bid.service_station_id)} ${bid.amount}${bid.is_automatic ? ' auto' : ''}`,
    );
};
const mineOf = async (bidder: typeof ada, auction: number) => {
  const { my_bid, my_max_bid, my_max_state } = await see(bidder.user_id, auction);
  return [my_bid, my_max_bid, my_max_state];
};
const start = async () => {
  const auction = await makeAuto();
  assert.equal((await ada.setMax(auction, 20_000)).status, 200);
  return auction;
};
const challenged = async () => {
  const auction = await start();
  await bo.place(auction, 12_000);
  return auction;
};

test('AUTO-4, AUTO-7, AUTO-14 a maximum leads by the lowest possible bid, and bids against a challenge', async () => {
  const auction = await makeAuto();
  const { body } = await ada.setMax(auction, 20_000);
  const { end_dt, standing_at, ...rest } = body;
  assert.deepEqual(rest, {
    max_bid: 20_000,
    state: 'live',
    placed: 10_000,
    outcome: 'leading',
    extended: false,
    highest_bid: 10_000,
    bid_count: 1,
    minimum_allowed_bid: 10_500,
    my_bid: 10_000,
  });
  const challenge = await bo.bid(auction, 12_000);
  assert.deepEqual(
    [challenge.status, challenge.body.outcome, challenge.body.highest_bid, challenge.body.my_bid],
    [201, 'outbid', 12_500, 12_000],
  );
  assert.deepEqual(await bidsOf(auction), ['ada 10000', 'bo 12000', 'ada 12500 auto']);
  assert.deepEqual(await mineOf(ada, auction), [12_500, 20_000, 'live']);
  assert.deepEqual(await mineOf(bo, auction), [12_000, null, null]);
  const { bids } = await checkInvariants(db, auction);
  assert.deepEqual(bids[1]!.placed_at, bids[2]!.placed_at);
  assert.deepEqual([bids[2]!.called_by, bids[2]!.minimum, bids[1]!.minimum], [2, 12_001, 10_500]);
});

test('AUTO-4, AUTO-14 an equal maximum is refused in favour of the earlier, which is placed', async () => {
  const auction = await challenged();
  const refused = await cia.setMax(auction, 20_000, { key: 'equal' });
  const expected = [400, { max_bid: [maxWasEarlier(20_500)], code: 'max_was_earlier' }];
  assert.deepEqual([refused.status, refused.body], expected);
  assert.equal(
    refused.body.max_bid[0],
    'Någon annan hade redan ett lika högt maxbud. Budet måste vara minst 20\u00a0500\u00a0kr.',
  );
  assert.deepEqual((await bidsOf(auction)).at(-1), 'ada 20000 auto');
  assert.deepEqual(await mineOf(ada, auction), [20_000, 20_000, 'used']);
  assert.deepEqual(await mineOf(cia, auction), [null, null, null]);
  const again = await cia.setMax(auction, 20_000, { key: 'equal' });
  assert.deepEqual([again.status, again.body], expected, 'BID-8 the same answer');
  assert.equal((await bidsOf(auction)).length, 4);
});

test('AUTO-4, AUTO-14 a higher maximum or bid passes the leader’s maximum, which is bid in full first', async () => {
  const byMax = await challenged();
  assert.equal((await cia.setMax(byMax, 25_000)).body.state, 'live');
  assert.deepEqual((await bidsOf(byMax)).slice(3), ['ada 20000 auto', 'cia 20500']);
  assert.deepEqual(await mineOf(ada, byMax), [20_000, 20_000, 'passed']);
  const byBid = await challenged();
  const { body } = await cia.bid(byBid, 20_200);
  assert.deepEqual([body.outcome, body.minimum_allowed_bid], ['leading', 20_700]);
  assert.deepEqual((await bidsOf(byBid)).slice(3), ['ada 20000 auto', 'cia 20200']);
});

test('AUTO-4, AUTO-5, AUTO-14 a reserve is met by a bid equal to it', async () => {
  const auction = await makeAuto({ reservation_price: 18_000 });
  assert.deepEqual((await ada.setMax(auction, 15_000)).body.outcome, 'below_reserve');
  assert.equal((await bo.setMax(auction, 30_000)).body.outcome, 'leading');
  assert.deepEqual(await bidsOf(auction), ['ada 15000', 'bo 18000']);
  assert.deepEqual((await bo.setMax(auction, 18_000)).body, { max_bid: [maxTooLow(18_000)] });
  const { body } = await bo.setMax(auction, 18_001);
  assert.deepEqual([body.state, body.placed], ['live', null]);
  assert.equal((await bo.removeMax(auction)).status, 204);
  assert.deepEqual(await mineOf(bo, auction), [18_000, null, null]);
  assert.equal((await bo.removeMax(auction)).status, 404);
});

test('AUTO-5 the leader’s bid at or above its maximum ends it, a lower one does not', async () => {
  const auction = await start();
  await ada.place(auction, 15_000);
  assert.deepEqual(await mineOf(ada, auction), [15_000, 20_000, 'live']);
  await ada.place(auction, 20_000);
  assert.deepEqual(await mineOf(ada, auction), [20_000, null, null]);
});

test('AUTO-5 a passed maximum ends with the station’s next bid', async () => {
  const auction = await start();
  await bo.place(auction, 30_000);
  assert.deepEqual(await mineOf(ada, auction), [20_000, 20_000, 'passed']);
  await ada.place(auction, 31_000);
  assert.deepEqual(await mineOf(ada, auction), [31_000, null, null]);
});

test('AUTO-6 a maximum that places no bid changes no answer to others', async () => {
  const auction = await start();
  const look = () => see(bo.user_id, auction);
  const timeless = ({ server_time: _time, ...rest }: Record<string, unknown>) => rest;
  const before = timeless(await look());
  for (const maximum of [30_000, 15_000]) {
    assert.equal((await ada.setMax(auction, maximum)).body.placed, null);
    assert.deepEqual(timeless(await look()), before);
  }
  await ada.removeMax(auction);
  assert.deepEqual(timeless(await look()), before);
});

test('AUTO-6, BID-6 an automatic bid extends the end, and a change of a maximum does not', async () => {
  const auction = await makeAuto({ ends: 60 });
  const { body } = await ada.setMax(auction, 20_000);
  assert.equal(body.extended, true);
  await sql`update auction_standings set end_dt = now_ms() + interval '60 s' where auction_id = ${auction}`.execute(
    db,
  );
  const end = async () => (await see(bo.user_id, auction)).end_dt;
  const before = await end();
  assert.equal((await ada.setMax(auction, 25_000)).body.extended, false);
  assert.equal(await end(), before);
  assert.equal((await bo.bid(auction, 10_499)).status, 400);
  assert.equal(await end(), before);
  assert.equal((await bo.bid(auction, 25_000)).status, 400);
  assert.ok((await end()) > before);
});

test('AUTO-2 a maximum is validated like a bid, with its messages at max_bid', async () => {
  const auction = await makeAuto();
  const wrong: [unknown, string][] = [
    [undefined, 'Du måste ange ett maxbud'],
    [null, 'Du måste ange ett maxbud'],
    [0, 'Budet måste vara minst 1 kr.'],
    [1.5, 'Ange budet i hela kronor, till exempel 49 000'],
    ['20000', 'Ange budet i hela kronor, till exempel 49 000'],
    [9_999, 'Budet måste vara minst 10\u00a0000\u00a0kr.'],
  ];
  for (const [value, sentence] of wrong)
    assert.deepEqual((await ada.setMax(auction, value)).body, { max_bid: [sentence] });
  assert.deepEqual(await bidsOf(auction), []);
});

test('AUTO-1 a maximum is refused in auctions without maximums, and every viewer’s answer says so', async () => {
  const without = await makeAuto({ allows_max_bids: false });
  assert.deepEqual((await ada.setMax(without, 20_000)).body, {
    detail: 'Autobud är inte tillåtet i den här auktionen.',
  });
  const sealed = await makeAuto({ hidden_bids: true });
  assert.deepEqual((await ada.setMax(sealed, 20_000)).body, {
    detail: 'Autobud finns inte i auktioner med dolda bud.',
  });
  const open = await makeAuto();
  for (const user of [ada.user_id, manager]) {
    const allowed = await Promise.all([without, sealed, open].map((id) => see(user, id)));
    assert.deepEqual(
      allowed.map((auction) => auction.allows_max_bids),
      [false, false, true],
    );
  }
});

test('AUTO-2, BID-8 a key repeats the answer, and is never valid for both a bid and a maximum', async () => {
  const auction = await makeAuto();
  const first = await ada.setMax(auction, 20_000, { key: 'once' });
  await bo.place(auction, 12_000);
  const again = await ada.setMax(auction, 20_000, { key: 'once' });
  assert.equal(again.raw, first.raw);
  assert.equal((await ada.bid(auction, 20_000, { key: 'once' })).status, 422);
  assert.equal((await ada.removeMax(auction, { key: 'back' })).status, 204);
  assert.equal((await ada.removeMax(auction, { key: 'back' })).status, 204);
  assert.equal((await ada.removeMax(auction)).status, 404);
});

test('AUTO-2, AUTO-12 after the end both calls are refused, and the maximum has ended', async () => {
  const auction = await start();
  await bo.place(auction, 12_000);
  await endNow(db, auction);
  const ended = 'Auktionen är avslutad.';
  assert.deepEqual((await ada.setMax(auction, 30_000)).body, { max_bid: [ended] });
  const late = await ada.removeMax(auction);
  assert.deepEqual([late.status, late.body], [400, { detail: ended }]);
  assert.deepEqual(await mineOf(ada, auction), [12_500, null, null]);
  await closeEnded(node.context);
  assert.deepEqual(await mineOf(ada, auction), [12_500, null, null]);
  const { rows } = await sql`
    select change from max_bids where auction_id = ${auction} order by id desc limit 1`.execute(db);
  assert.deepEqual(rows, [{ change: 'ended' }]);
  assert.equal((await see(manager, auction)).winning_bid, 12_500);
  assert.deepEqual((await bo.removeMax(auction)).body, { detail: ended }, '400 before 404');
});

test('AUTO-11, AUTO-14 removing a bid also removes the automatic bid against it, and the maximum is live again', async () => {
  const auction = await challenged();
  const url = `/api/auctions/${auction}/bids/2`;
  assert.equal((await node.call(manager, 'DELETE', url)).status, 204);
  assert.deepEqual(await bidsOf(auction), ['ada 10000']);
  assert.deepEqual(await mineOf(ada, auction), [10_000, 20_000, 'live']);
  const view = await see(ada.user_id, auction);
  assert.deepEqual([view.my_removed_bid, view.bid_count], [null, 1]);
  assert.equal((await see(bo.user_id, auction)).my_removed_bid, 12_000);
  const { body } = await node.call(manager, 'GET', `/api/auctions/${auction}/history`);
  assert.deepEqual(body[0].before, {
    bid_id: 2,
    amount: 12_000,
    service_station_id: bo.id,
    with: [{ bid_id: 3, amount: 12_500, service_station_id: ada.id }],
  });
  await bo.place(auction, 12_000);
  assert.deepEqual(await bidsOf(auction), ['ada 10000', 'bo 12000', 'ada 12500 auto']);
});

test('AUTO-11 removing a bid ends its station’s maximum, and makes a maximum live that it had passed', async () => {
  const auction = await challenged();
  await cia.setMax(auction, 25_000);
  await node.call(manager, 'DELETE', `/api/auctions/${auction}/bids/5`);
  assert.deepEqual(await bidsOf(auction), ['ada 10000', 'bo 12000', 'ada 12500 auto']);
  assert.deepEqual(await mineOf(cia, auction), [null, null, null]);
  assert.deepEqual(await mineOf(ada, auction), [12_500, 20_000, 'live']);
  await node.call(manager, 'DELETE', `/api/auctions/${auction}/bids/3`);
  assert.deepEqual(await mineOf(ada, auction), [10_000, null, null]);
  assert.deepEqual(await bidsOf(auction), ['ada 10000', 'bo 12000']);
});

test('AUTO-11 the maximum of a deleted station ends, and its bids remain', async () => {
  const auction = await makeAuto();
  const gone = await makeBidder(node, company);
  const admin = await makeStaff(db, company, 30);
  await gone.setMax(auction, 20_000);
  assert.equal((await node.call(admin, 'DELETE', `/api/service-stations/${gone.id}`)).status, 204);
  await bo.place(auction, 12_000);
  const { leader, bids } = await checkInvariants(db, auction);
  assert.deepEqual([leader?.service_station_id, bids.length], [bo.id, 2]);
});

test('AUTO-8 the timeline marks only automatic bids against a challenge', async () => {
  const auction = await challenged();
  const { body } = await node.call(manager, 'GET', `/api/auctions/${auction}/bids`);
  assert.deepEqual(
    body.results.map((bid: { automatic: boolean }) => bid.automatic),
    [true, false, false],
  );
});

test('BID-1 the outcome of a bid includes what the same station’s maximum added in its batch', async () => {
  const auction = await start();
  const answers = await Promise.all([ada.bid(auction, 11_000), bo.bid(auction, 13_000)]);
  assert.deepEqual(
    answers.map(({ body }) => body.outcome),
    ['leading', 'outbid'],
  );
  assert.equal((await checkInvariants(db, auction)).leader?.service_station_id, ada.id);
});
