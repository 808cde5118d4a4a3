import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makeBidder } from '../../../test/bidders.ts';
import {
  type AuctionValues,
  makeAuction,
  makeCompany,
  makeStaff,
  shiftAuction,
} from '../../../test/factories.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { closeEnded } from '../lifecycle/close-ended.ts';

const DAY_S = 86_400;
const LADDER = [{ min_price: 0, max_price: 1_000_000, increment: 100 }];

const { node, db } = await openTestNode();

const company = await makeCompany(db);
const manager = await makeStaff(db, company, 20, { email: 'chef@bolag.example' });
const root = await makeStaff(db, null, 30);
const [ada, bo] = [await makeBidder(node, company), await makeBidder(node, company)];

const make = (values: Partial<AuctionValues> = {}) =>
  makeAuction(db, {
    company,
    creator: manager,
    start_bid: 1_000,
    ladder: LADDER,
    ...values,
  });
const end = async (id: number) => {
  await shiftAuction(db, id, -3 * DAY_S);
  while ((await closeEnded(node.context)) > 0);
};
const notify = (id: number) =>
  sql`update auction_standings set winner_notified_at = now() where auction_id = ${id}`.execute(db);

/** Reads an auction from the list and from its page, and asserts that they agree. */
async function readBoth(user: number, id: number) {
  const { status, body: page } = await node.call(user, 'GET', `/api/auctions/${id}`);
  assert.equal(status, 200);
  const list = await node.call(user, 'GET', `/api/auctions?number=${page.number}`);
  const card = list.body.results[0];
  for (const field of Object.keys(card)) assert.deepEqual(card[field], page[field], field);
  return page;
}

const pick = <T extends object>(from: Record<string, unknown>, like: T) =>
  Object.fromEntries(Object.keys(like).map((field) => [field, from[field]]));
const expectFields = async (user: number, id: number, expected: object) =>
  assert.deepEqual(pick(await readBoth(user, id), expected), expected);

test('AUC-13 in an open auction everybody sees the bidding and each station its own bid', async () => {
  const id = await make();
  const untouched = { highest_bid: null, bid_count: 0, minimum_allowed_bid: 1_000, my_bid: null };
  for (const user of [manager, root, ada.user_id]) await expectFields(user, id, untouched);
  await ada.place(id, 1_000);
  await bo.place(id, 1_100);
  const standing = { highest_bid: 1_100, bid_count: 2, minimum_allowed_bid: 1_200 };
  await expectFields(manager, id, { ...standing, my_bid: null });
  await expectFields(root, id, { ...standing, my_bid: null });
  await expectFields(ada.user_id, id, { ...standing, my_bid: 1_000 });
  await expectFields(bo.user_id, id, { ...standing, my_bid: 1_100 });
});

test('AUC-13, BID-3 in a sealed auction a station sees only its own bids', async () => {
  const id = await make({ hidden_bids: true });
  await bo.place(id, 5_000);
  const nothing = { highest_bid: null, bid_count: null, reserve_met: null, winning_bid: null };
  await expectFields(ada.user_id, id, { ...nothing, my_bid: null, minimum_allowed_bid: 1_000 });
  await ada.place(id, 2_000);
  await expectFields(ada.user_id, id, { ...nothing, my_bid: 2_000, minimum_allowed_bid: 2_100 });
  await expectFields(bo.user_id, id, { ...nothing, my_bid: 5_000, minimum_allowed_bid: 5_100 });
  for (const user of [manager, root]) {
    await expectFields(user, id, {
      highest_bid: 5_000,
      bid_count: 2,
      minimum_allowed_bid: 5_100,
      my_bid: null,
    });
  }
});

test('AUC-13 a rival’s bid in a sealed auction does not change a byte of a station’s responses', async () => {
  const id = await make({ hidden_bids: true, reservation_price: 3_000 });
  const { number } = await readBoth(manager, id);
  await ada.place(id, 1_500);
  const snapshot = async () => {
    const answers = [];
    for (const path of [
      `auctions/${id}`,
      `auctions?number=${number}`,
      `auctions?number=${number}&ordering=-bid_highest`,
      `my-auctions?number=${number}`,
      `auctions/${id}/bids`,
    ]) {
      const { status, body, headers } = await node.call(ada.user_id, 'GET', `/api/${path}`);
      const { server_time: _now, ...rest } = body;
      answers.push([status, rest, headers.etag, headers['content-length']]);
    }
    return answers;
  };
  const alone = await snapshot();
  for (const amount of [1_000, 1_400, 1_500, 3_000, 90_000]) await bo.place(id, amount);
  assert.deepEqual(await snapshot(), alone);
  assert.equal((await node.call(manager, 'DELETE', `/api/auctions/${id}/bids/6`)).status, 204);
  assert.deepEqual(await snapshot(), alone);
  await ada.place(id, 1_600);
  const seen = await readBoth(ada.user_id, id);
  assert.equal(seen.my_bid, 1_600);
  assert.ok(seen.standing_at > (alone[0]![1] as { standing_at: string }).standing_at);
});

test('AUC-9, AUC-13 only the station whose last bid was removed sees that it was', async () => {
  for (const hidden_bids of [false, true]) {
    const id = await make({ hidden_bids });
    const gone = async () =>
      Promise.all(
        [ada.user_id, bo.user_id, manager].map(async (user) => {
          const { body } = await node.call(user, 'GET', `/api/auctions/${id}`);
          return body.my_removed_bid;
        }),
      );
    await bo.place(id, 1_000);
    await ada.place(id, 2_000);
    await ada.place(id, 3_000);
    assert.deepEqual(await gone(), [null, null, null]);
    for (const [removed, mine] of [
      [3, 2_000],
      [2, null],
    ]) {
      const path = `/api/auctions/${id}/bids/${removed}`;
      assert.equal((await node.call(manager, 'DELETE', path)).status, 204);
      assert.deepEqual(await gone(), [3_000, null, null]);
      await expectFields(ada.user_id, id, { my_bid: mine });
    }
    await ada.place(id, 2_500);
    assert.deepEqual(await gone(), [null, null, null]);
  }
});

test('AUC-13 after a sealed auction the losers learn nothing, and the winner learns once notified', async () => {
  const id = await make({ hidden_bids: true });
  await ada.place(id, 2_000);
  await bo.place(id, 5_000);
  await end(id);
  const nothing = {
    highest_bid: null,
    bid_count: null,
    winning_bid: null,
    winning_bid_id: null,
    has_notified_winner: false,
  };
  for (const { user_id } of [ada, bo]) await expectFields(user_id, id, nothing);
  const known = { highest_bid: 5_000, bid_count: 2, winning_bid: 5_000, winning_bid_id: 2 };
  await expectFields(manager, id, { ...known, has_notified_winner: false });
  await notify(id);
  await expectFields(ada.user_id, id, nothing);
  await expectFields(bo.user_id, id, { ...nothing, winning_bid: 5_000, has_notified_winner: true });
  await expectFields(manager, id, { ...known, has_notified_winner: true });
  const timeline = await node.call(ada.user_id, 'GET', `/api/auctions/${id}/bids`);
  assert.equal(timeline.status, 403);
});

test('AUC-11, AUC-13 after an open auction everybody sees the winning bid and the winner sees that it won', async () => {
  const id = await make();
  await ada.place(id, 2_000);
  await bo.place(id, 5_000);
  await end(id);
  await notify(id);
  await expectFields(ada.user_id, id, { winning_bid: 5_000, has_notified_winner: false });
  await expectFields(bo.user_id, id, { winning_bid: 5_000, has_notified_winner: true });
});

test('AUC-14 only staff see a hidden reserve; everybody sees whether it is met while bids are open', async () => {
  const id = await make({ reservation_price: 2_000, hidden_reservation_price: true });
  await expectFields(manager, id, { reservation_price: 2_000, reserve_met: false });
  await expectFields(root, id, { reservation_price: 2_000, reserve_met: false });
  const hidden = { reservation_price: null, hidden_reservation_price: true };
  await expectFields(ada.user_id, id, { ...hidden, reserve_met: false });
  await ada.place(id, 1_999);
  await expectFields(ada.user_id, id, { ...hidden, reserve_met: false });
  await bo.place(id, 2_099);
  await expectFields(ada.user_id, id, { ...hidden, reserve_met: true });
  await expectFields(manager, id, { reservation_price: 2_000, reserve_met: true });
});

test('AUC-14 everybody sees an open reserve, but not whether it is met in a sealed auction', async () => {
  const open = await make({ reservation_price: 2_000 });
  await expectFields(ada.user_id, open, { reservation_price: 2_000, reserve_met: false });
  const sealed = await make({ reservation_price: 2_000, hidden_bids: true });
  await ada.place(sealed, 2_000);
  await expectFields(ada.user_id, sealed, { reservation_price: 2_000, reserve_met: null });
  await expectFields(manager, sealed, { reservation_price: 2_000, reserve_met: true });
  const both = await make({
    reservation_price: 2_000,
    hidden_bids: true,
    hidden_reservation_price: true,
  });
  await ada.place(both, 2_000);
  await expectFields(ada.user_id, both, { reservation_price: null, reserve_met: null });
  await expectFields(manager, both, { reservation_price: 2_000, reserve_met: true });
  const none = await make({ hidden_reservation_price: true });
  for (const user of [manager, ada.user_id]) {
    await expectFields(user, none, { reservation_price: null, reserve_met: null });
  }
});

test('ROLE-10 only case managers and above see the manager’s name and e-mail', async () => {
  const id = await make();
  const created_by = { first_name: 'Anna', last_name: 'Lind', email: 'chef@bolag.example' };
  for (const user of [manager, root]) await expectFields(user, id, { created_by });
  await expectFields(ada.user_id, id, { created_by: null });
  const { body } = await node.call(ada.user_id, 'GET', `/api/auctions/${id}`);
  assert.ok(!JSON.stringify(body).includes('chef@'));
});

test('AUC-5 the state follows from the start, the end and the clock', async () => {
  const states = [
    [{ starts: 60, ends: DAY_S }, false, false],
    [{ starts: -60, ends: 60 }, true, true],
    [{ starts: -DAY_S, ends: -1 }, false, true],
  ] as const;
  for (const [times, is_active, has_started] of states) {
    await expectFields(manager, await make(times), { is_active, has_started });
  }
  const id = await make();
  const { status, body } = await node.call(manager, 'POST', `/api/auctions/${id}/cancel`);
  assert.deepEqual(
    [status, body.is_active, body.has_started, body.cancelled],
    [200, false, true, true],
  );
  assert.ok(body.end_dt <= body.server_time);
});

test('AUC-1 the pickup date is ten days after the end’s date in Stockholm, and moves with the end', async () => {
  const id = await make({ starts: -400 * DAY_S });
  const ends = {
    '2026-12-31T22:59:00Z': '2027-01-10',
    '2026-12-31T23:00:00Z': '2027-01-11',
    '2027-03-28T21:59:00Z': '2027-04-07',
    '2027-03-28T22:00:00Z': '2027-04-08',
    '2028-02-20T12:00:00Z': '2028-03-01',
  };
  for (const [end_dt, pickup_date] of Object.entries(ends)) {
    await sql`update auction_standings set end_dt = ${end_dt} where auction_id = ${id}`.execute(db);
    const { body } = await node.call(manager, 'GET', `/api/auctions/${id}`);
    assert.equal(body.pickup_date, pickup_date);
    assert.equal(Date.parse(body.end_dt), Date.parse(end_dt));
  }
});

test('AUC-1 the auction page has the list’s fields and the rest of the specification’s', async () => {
  const id = await make();
  const { body } = await node.call(manager, 'GET', `/api/auctions/${id}`);
  for (const field of [
    'id',
    'number',
    'start_dt',
    'end_dt',
    'description',
    'manufacturer',
    'model',
    'model_year',
    'mileage',
    'registration_number',
    'chassis_number',
    'reservation_price',
    'hidden_reservation_price',
    'start_bid',
    'hidden_bids',
    'is_global',
    'damage_condition',
    'categories',
    'staging_area',
    'staging_area_name',
    'pickup_date',
    'company_name',
    'company_logo',
    'bid_count',
    'highest_bid',
    'minimum_allowed_bid',
    'image',
    'thumb',
    'has_active_alert',
    'is_active',
    'has_started',
    'winning_bid',
    'my_bid',
    'my_removed_bid',
    'has_notified_winner',
    'can_edit',
    'additional_images',
    'files',
    'company',
    'created_by',
    'bid_increment_intervals',
    'extension_minutes',
    'server_time',
    'standing_at',
  ]) {
    assert.ok(field in body, field);
  }
  assert.deepEqual(Object.keys(body.company).sort(), ['city', 'email', 'id', 'name', 'phone']);
  assert.ok(Math.abs(Date.parse(body.server_time) - Date.now()) < 60_000);
});
