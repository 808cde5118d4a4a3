import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import {
  makeAuction,
  makeCategory,
  makeCompany,
  makeStaff,
  makeStation,
  shiftAuction,
} from '../../test/factories.ts';
import { openTestNode } from '../../test/test-node.ts';
import { closeEnded } from '../auctions/lifecycle/close-ended.ts';
import { sumSaleMonths } from './sum-sale-months.ts';

const DAY_S = 86_400;

const { node, db } = await openTestNode();

const [company, other] = [await makeCompany(db), await makeCompany(db)];
const manager = await makeStaff(db, company);
const root = await makeStaff(db, null, 30);
const station = await makeStation(db, company);
const category = await makeCategory(db);
const make = (values: Partial<Parameters<typeof makeAuction>[1]>) =>
  makeAuction(db, { company, creator: manager, ...values });
await make({ start_bid: 100, categories: [category] });
await make({ start_bid: 200 });
await make({ start_bid: 400, starts: DAY_S, ends: 2 * DAY_S });
const won = await make({ start_bid: 800 });
await node.call(station.user_id, 'POST', `/api/auctions/${won}/bids`, { bid: 5_000 });
await shiftAuction(db, won, -3 * DAY_S);
const below = await make({ start_bid: 1, reservation_price: 9_000 });
await node.call(station.user_id, 'POST', `/api/auctions/${below}/bids`, { bid: 10 });
await shiftAuction(db, below, -2 * DAY_S);
await makeAuction(db, { company: other, creator: root, start_bid: 10_000 });
const deleted = await make({ start_bid: 70_000 });
await node.call(manager, 'DELETE', `/api/auctions/${deleted}`);
await closeEnded(node.context);
const statistics = async (user: number, query = '') =>
  (await node.call(user, 'GET', `/api/statistics${query}`)).body;

test('HOME-1, HOME-3 the tiles count the company’s matching auctions', async () => {
  assert.deepEqual(await statistics(manager), {
    ongoing_auctions: 2,
    start_bid_total: 1_501,
    winning_bid_total: 5_000,
  });
  assert.deepEqual(await statistics(manager, '?is_active=1'), {
    ongoing_auctions: 2,
    start_bid_total: 300,
    winning_bid_total: 0,
  });
  assert.deepEqual(await statistics(manager, '?is_active=0&has_started=1'), {
    ongoing_auctions: 0,
    start_bid_total: 801,
    winning_bid_total: 5_000,
  });
  assert.deepEqual(await statistics(manager, `?category=${category}`), {
    ongoing_auctions: 1,
    start_bid_total: 100,
    winning_bid_total: 0,
  });
});

test('HOME-1 the tiles are exact, from stored months and later changes', async () => {
  const before = await statistics(manager);
  const sum = async () => {
    while ((await sumSaleMonths(node.context)) > 0);
  };
  await sum();
  assert.deepEqual(await statistics(manager), before);
  const { rows } = await sql`select from stale_sale_months`.execute(db);
  assert.equal(rows.length, 0);
  const late = await make({ start_bid: 30, ends: DAY_S });
  assert.deepEqual(await statistics(manager), {
    ongoing_auctions: before.ongoing_auctions + 1,
    start_bid_total: before.start_bid_total + 30,
    winning_bid_total: before.winning_bid_total,
  });
  await node.call(station.user_id, 'POST', `/api/auctions/${late}/bids`, { bid: 600 });
  await shiftAuction(db, late, -2 * DAY_S);
  const ended = {
    ongoing_auctions: before.ongoing_auctions,
    start_bid_total: before.start_bid_total + 30,
    winning_bid_total: before.winning_bid_total + 600,
  };
  assert.deepEqual(await statistics(manager), {
    ...ended,
    winning_bid_total: before.winning_bid_total,
  });
  await closeEnded(node.context);
  assert.deepEqual(await statistics(manager), ended);
  await sum();
  assert.deepEqual(await statistics(manager), ended);
  // As summed by a node of the previous release.
  await sql`update sale_months set start_bid_total = null`.execute(node.owner);
  assert.deepEqual(await statistics(manager), ended);
  await sum();
  await node.call(manager, 'DELETE', `/api/auctions/${late}`);
  assert.deepEqual(await statistics(manager), before);
});

test('ROLE-2, ROLE-3 a superuser gets the figures of all companies or of one, and workshops are refused', async () => {
  assert.equal((await statistics(root)).start_bid_total, 11_501);
  assert.equal((await statistics(root, `?company=${other}`)).start_bid_total, 10_000);
  assert.equal((await node.call(station.user_id, 'GET', '/api/statistics')).status, 403);
  assert.equal((await node.call(null, 'GET', '/api/todo')).status, 401);
});

test('HOME-4, GEN-6, PICK-6 pending decisions are listed until they are made, and uncollected objects with their storage', async () => {
  const kinds = async () =>
    (await node.call(manager, 'GET', '/api/todo')).body.map((one: { kind: string }) => one.kind);
  assert.deepEqual(await kinds(), ['not_notified', 'no_winner']);
  await node.call(manager, 'POST', `/api/auctions/${won}/notify-winner`);
  assert.deepEqual(await kinds(), ['no_winner']);
  const freeUntil = (days: number) =>
    sql`update collections set free_until = stockholm_today() - ${days}::integer where auction_id = ${won}`.execute(
      db,
    );
  await freeUntil(0);
  assert.deepEqual(await kinds(), ['no_winner'], 'the last day of free storage counts');
  await freeUntil(3);
  assert.deepEqual(await kinds(), ['pickup_passed', 'no_winner']);
  const [passed] = (await node.call(manager, 'GET', '/api/todo')).body;
  assert.equal(passed.storage_cost, 3_000);
  const path = `/api/auctions/${won}/collection/hand-over`;
  const handed = { collected_by: 'Bo Berg', reason: 'Koden är borta' };
  assert.equal((await node.call(manager, 'POST', path, handed)).status, 200);
  assert.deepEqual(await kinds(), ['no_winner']);
  const rival = await makeStaff(db, other);
  assert.deepEqual((await node.call(rival, 'GET', '/api/todo')).body, []);
});

test('HOME-5 each line has its bid, the reserve and the seller', async () => {
  const { body } = await node.call(root, 'GET', `/api/todo?company=${company}`);
  const task = body.find((one: { kind: string }) => one.kind === 'no_winner');
  assert.deepEqual(
    { ...task, auction_id: 0, number: '', end_dt: '', company_name: '' },
    {
      kind: 'no_winner',
      due_at: null,
      auction_id: 0,
      number: '',
      manufacturer: task.manufacturer,
      model: task.model,
      end_dt: '',
      company_name: '',
      thumb: null,
      highest_bid: 10,
      reservation_price: 9_000,
      storage_cost: null,
      is_released: false,
      bid: { id: 1, bid: 10, service_station_name: task.bid.service_station_name },
    },
  );
  assert.match(task.bid.service_station_name, /^Verkstad /);
  assert.notEqual(task.company_name, '');
  await sql`update service_stations set removed_at = now() where id = ${station.id}`.execute(db);
  const tasks = (await node.call(manager, 'GET', '/api/todo')).body;
  assert.equal(
    tasks.find((one: { kind: string }) => one.kind === 'no_winner').bid.service_station_name,
    null,
  );
  await sql`update service_stations set removed_at = null where id = ${station.id}`.execute(db);
});

test('GEN-6 lines with a due time come first, the earliest first, and auctions with released bids are left out', async () => {
  const [boss, bidder] = [await makeStaff(db, await makeCompany(db)), station];
  const { company_id } = await db
    .selectFrom('users')
    .select('company_id')
    .where('id', '=', boss)
    .executeTakeFirstOrThrow();
  const makeDue = async (hours: number, due: string | null) => {
    const id = await makeAuction(db, { company: company_id!, creator: boss, is_global: true });
    await node.call(bidder.user_id, 'POST', `/api/auctions/${id}/bids`, { bid: 10 });
    await shiftAuction(db, id, -hours * 3_600 - DAY_S);
    await closeEnded(node.context);
    await sql`
      update auction_standings
      set winning_bid_id = null, decision_due_at = now_ms() + ${due}::interval
      where auction_id = ${id}`.execute(db);
    return id;
  };
  const undated = [await makeDue(9, null), await makeDue(3, null)];
  const soon = await makeDue(1, '2 hours');
  const sooner = await makeDue(2, '1 hour');
  const released = await makeDue(4, '-1 hour');
  const todo = async () =>
    (await node.call(boss, 'GET', '/api/todo')).body.map(
      (one: { auction_id: number; kind: string }) => [one.auction_id, one.kind],
    );
  assert.deepEqual(await todo(), [
    [sooner, 'decision_due'],
    [soon, 'decision_due'],
    ...undated.map((id) => [id, 'no_winner']),
  ]);
  // With a winner the bids are not released: the notification of the winner is overdue.
  await sql`update auction_standings set winning_bid_id = 1 where auction_id = ${released}`.execute(
    db,
  );
  assert.deepEqual((await todo())[0], [released, 'not_notified']);
});

test('HOME-4 an auction that has ended is not listed until it is closed', async () => {
  const id = await makeAuction(db, { company: other, creator: root });
  const theirs = await makeStation(db, other);
  await node.call(theirs.user_id, 'POST', `/api/auctions/${id}/bids`, { bid: 10 });
  await shiftAuction(db, id, -2 * DAY_S);
  const admin = await makeStaff(db, other);
  const todo = async () =>
    (await node.call(admin, 'GET', '/api/todo')).body.map((one: { kind: string }) => one.kind);
  assert.deepEqual(await todo(), []);
  await closeEnded(node.context);
  assert.deepEqual(await todo(), ['not_notified']);
});
