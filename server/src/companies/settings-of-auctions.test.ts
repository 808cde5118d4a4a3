import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BidIncrement } from '@restvarde/contract/companies/companies';
import { sql } from 'kysely';
import { untilWaiting } from '../../test/eventually.ts';
import { makeAuction, makeStation } from '../../test/factories.ts';
import { makeTwoCompanies } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

const LADDER: BidIncrement[] = [
  { min_price: 0, max_price: 10_000, increment: 250 },
  { min_price: 10_000, max_price: 50_000, increment: 500 },
];

const { node, db } = await openTestNode();

const { nord, vast, admin, manager } = await makeTwoCompanies(db);
const workshop = (await makeStation(db, nord)).user_id;

const patch = (user: number, body: object, url = '/api/company') =>
  node.call(user, 'PATCH', url, body);
const rulesOf = (auction: number) =>
  db
    .selectFrom('auctions')
    .select(['bid_increments', 'extension_minutes'])
    .where('id', '=', auction)
    .executeTakeFirstOrThrow();

test('BID-4 only auctions that have not begun follow the settings', async () => {
  const values = { company: nord, creator: manager, extension_minutes: 1, ladder: [] };
  const upcoming = await makeAuction(db, { ...values, starts: 3600 });
  const active = await makeAuction(db, values);
  const ended = await makeAuction(db, { ...values, starts: -7200, ends: -3600 });
  const foreign = await makeAuction(db, { ...values, company: vast, starts: 3600 });
  await patch(admin, { auction_end_dt_incrementation: 7, decision_days: 2 });
  await patch(admin, { bid_increment_intervals: LADDER });
  assert.deepEqual(await rulesOf(upcoming), { bid_increments: LADDER, extension_minutes: 7 });
  for (const other of [active, ended, foreign])
    assert.deepEqual(await rulesOf(other), { bid_increments: [], extension_minutes: 1 });
  const { body } = await node.call(manager, 'GET', `/api/auctions/${upcoming}/history`);
  assert.deepEqual(
    body.map(({ action, before, after: to }: Record<string, unknown>) => [action, before, to]),
    [
      [
        'change',
        { extension_minutes: 1, decision_days: 0 },
        { extension_minutes: 7, decision_days: 2 },
      ],
      ['change', { bid_increments: [] }, { bid_increments: LADDER }],
    ],
  );
});

test('GEN-2, OFFER-1 the days to decide follow the company until the start, and never after it', async () => {
  const make = (starts: number) =>
    makeAuction(db, { company: nord, creator: manager, starts, ladder: LADDER });
  const [upcoming, active] = [await make(3600), await make(-60)];
  await patch(admin, { decision_days: 3 });
  const daysOf = (id: number) =>
    db.selectFrom('auctions').select('decision_days').where('id', '=', id).executeTakeFirst();
  assert.deepEqual(await daysOf(upcoming), { decision_days: 3 });
  assert.deepEqual(await daysOf(active), { decision_days: 0 });
  for (const wrong of [-1, 11, null, '', 1.5]) {
    const { status, body } = await patch(admin, { decision_days: wrong });
    assert.equal(status, 400);
    assert.deepEqual(body.decision_days, ['Ange mellan 0 och 10 vardagar']);
  }
  assert.equal((await node.call(workshop, 'GET', '/api/company')).body.decision_days, null);
  await patch(admin, { decision_days: 2 });
});

test('BID-4 an auction that begins during a change keeps its settings', async () => {
  const values = { company: nord, creator: manager, extension_minutes: 1, ladder: [] };
  const upcoming = await makeAuction(db, { ...values, starts: 3600 });
  let change!: ReturnType<typeof patch>;
  await db.transaction().execute(async (tx) => {
    await sql`select from auction_standings where auction_id = ${upcoming} for update`.execute(tx);
    change = patch(admin, { auction_end_dt_incrementation: 9 });
    await untilWaiting(db);
    await sql`update auctions set start_dt = now_ms() where id = ${upcoming}`.execute(tx);
  });
  assert.equal((await change).status, 200);
  assert.deepEqual(await rulesOf(upcoming), { bid_increments: [], extension_minutes: 1 });
});

test('BID-4 other settings do not affect the auctions’ history', async () => {
  const upcoming = await makeAuction(db, { company: nord, creator: manager, starts: 3600 });
  await patch(admin, { phone: '08-2' });
  assert.deepEqual((await node.call(manager, 'GET', `/api/auctions/${upcoming}/history`)).body, []);
});
