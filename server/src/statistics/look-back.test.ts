import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stockholmDate } from '@restvarde/contract/dates';
import { LOOK_BACK_MONTHS, type LookBack } from '@restvarde/contract/look-back';
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

const [company, other] = [await makeCompany(db, { name: 'Nord' }), await makeCompany(db)];
const [manager, root] = [await makeStaff(db, company), await makeStaff(db, null, 30)];
const station = await makeStation(db, company);
const category = await makeCategory(db);
const won = await sell({ reservation_price: 4_000, categories: [category] }, 5_000);
const below = await sell({ reservation_price: 9_000 }, 6_000);
await sell({}, null);
await closeEnded(node.context);

/** An auction that is past its end, with or without a bid. */
async function sell(
  values: Partial<Parameters<typeof makeAuction>[1]>,
  bid: number | null,
): Promise<number> {
  const id = await makeAuction(db, { company, creator: manager, ...values });
  if (bid !== null) {
    const answer = await node.call(station.user_id, 'POST', `/api/auctions/${id}/bids`, { bid });
    assert.equal(answer.status, 201);
  }
  await shiftAuction(db, id, -DAY_S - 1);
  return id;
}

async function lookBack(user = manager, query = ''): Promise<LookBack> {
  while ((await sumSaleMonths(node.context)) > 0);
  return (await node.call(user, 'GET', `/api/statistics/look-back${query}`)).body;
}

/** The month of yesterday, in which all of them ended. */
const monthOf = (look: LookBack) => {
  const month = stockholmDate(new Date(Date.now() - 1000)).slice(0, 7);
  return look.months.find((one) => one.month === month)!;
};

test('HOME-6 the look-back has twelve months, each with its ended auctions and their results', async () => {
  const look = await lookBack();
  assert.equal(look.months.length, LOOK_BACK_MONTHS);
  assert.deepEqual(monthOf(look), {
    month: monthOf(look).month,
    ended: 3,
    sold: 1,
    sold_total: 5_000,
    reserved_total: 5_000,
    reserve_total: 4_000,
    decision_days: 0,
    notice_days: null,
    collection_days: null,
  });
  assert.deepEqual(
    look.categories.map(({ id, ended, sold_total }) => [id, ended, sold_total]),
    [[category, 1, 5_000]],
  );
  assert.deepEqual(look.companies, []);
});

test('HOME-6 a winner selected or notified later, and a deleted auction, change their month', async () => {
  await sql`update auction_standings set end_dt = end_dt - interval '2 days' where auction_id = ${below}`.execute(
    db,
  );
  const choice = `/api/auctions/${below}/bids/1/select-winner`;
  assert.equal((await node.call(manager, 'POST', choice, {})).status, 200);
  assert.equal(
    (await node.call(manager, 'POST', `/api/auctions/${below}/notify-winner`)).status,
    200,
  );
  const all = await lookBack();
  const total = all.months.reduce((sum, month) => sum + month.sold_total, 0);
  assert.equal(total, 11_000);
  const slow = all.months.map(({ notice_days }) => notice_days).find((notice) => notice !== null);
  assert.equal(slow, 2);
  const days = async () =>
    (await lookBack()).months.map(({ collection_days }) => collection_days).filter(Boolean);
  assert.deepEqual(await days(), []);
  await sql`update auction_standings set end_dt = end_dt - interval '3 days' where auction_id = ${below}`.execute(
    db,
  );
  const handed = { reason: 'Legitimation', collected_by: 'Kim Åkesson' };
  const handOver = `/api/auctions/${below}/collection/hand-over`;
  assert.equal((await node.call(manager, 'POST', handOver, handed)).status, 200);
  assert.deepEqual(await days(), [5]);
  // As summed by a node of the previous release.
  const { rows } = await sql<{ month: string }>`
    delete from sale_months where category_id is null returning month::text`.execute(db);
  for (const { month } of rows) {
    await sql`insert into sale_months values (${company}, ${month}, null, 1, 1, 1, 1, 1, 1, 1, 1)`.execute(
      db,
    );
  }
  assert.deepEqual(await days(), [5]);
  assert.equal((await node.call(manager, 'DELETE', `/api/auctions/${won}`)).status, 204);
  const left = await lookBack();
  assert.equal(
    left.months.reduce((sum, month) => sum + month.sold_total, 0),
    6_000,
  );
  assert.deepEqual(left.categories, []);
});

test('HOME-6, ROLE-3, ROLE-15 a superuser sees every company, staff see their own, and workshops are refused', async () => {
  const all = await lookBack(root);
  assert.deepEqual(
    all.companies.map(({ name }) => name),
    ['Nord'],
  );
  assert.equal((await lookBack(root, `?company=${other}`)).categories.length, 0);
  const rival = await makeStaff(db, other);
  assert.ok((await lookBack(rival)).months.every(({ ended }) => ended === 0));
  const refused = await node.call(station.user_id, 'GET', '/api/statistics/look-back');
  assert.equal(refused.status, 403);
});

test('HOME-6 the CSV has one row per month, category and company', async () => {
  await lookBack();
  const { status, body, headers } = await node.call(
    root,
    'GET',
    '/api/statistics/look-back/export',
  );
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
  const lines = String(body).trimEnd().split('\r\n');
  assert.ok(lines[0]?.startsWith('\uFEFFIndelning;Namn;Avslutade;Sålda;'));
  assert.equal(lines.filter((line) => line.startsWith('Månad;')).length, LOOK_BACK_MONTHS);
  assert.match(lines.at(-1) ?? '', /^Bolag;Nord;2;1;6000;6000;9000;/);
});

test('HOME-6 a bid does not make the sums of a month stale, an end does, and only one of several nodes renews them', async () => {
  const marks = async () =>
    (
      await sql<{
        count: number;
      }>`select count(*)::integer as count from stale_sale_months`.execute(db)
    ).rows[0]!.count;
  const running = await makeAuction(db, { company, creator: manager });
  const bid = await node.call(station.user_id, 'POST', `/api/auctions/${running}/bids`, {
    bid: 7,
  });
  assert.equal(bid.status, 201);
  assert.equal(await marks(), 0);
  await node.call(manager, 'POST', `/api/auctions/${running}/cancel`);
  assert.equal(await marks(), 1);
  const taken = await Promise.all([1, 2, 3].map(() => sumSaleMonths(node.context)));
  assert.equal(
    taken.reduce((sum, one) => sum + one, 0),
    1,
  );
  assert.equal(await marks(), 0);
});

test('HOME-6 the look-back reads the stored sums by their index and no auctions', async () => {
  await sql`
    insert into sale_months
    select ${other}, ('2025-01-01'::date - make_interval(months => n))::date, null, 9, 5, 1, 1, 1, 1, 1, 1
    from generate_series(0, 20000) n`.execute(db);
  await sql`analyze sale_months`.execute(node.owner);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select month, sum(ended) from sale_months
    where company_id = ${other} and month >= '2025-01-01' and category_id is null
    group by month`.execute(db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  assert.match(plan, /Index.* using sale_months_company_id_month_category_id_key/);
  await sql`delete from sale_months where company_id = ${other}`.execute(db);
});
