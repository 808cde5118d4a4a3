import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { addAuctions, makeBulkWorld } from '../../test/auctions/bulk-world.ts';
import { rowsRead } from '../../test/auctions/rows-read.ts';
import {
  makeAuction,
  makeCompany,
  makeStaff,
  makeStation,
  shiftAuction,
} from '../../test/factories.ts';
import { startTestNode, type TestNode } from '../../test/test-node.ts';
import { closeEnded } from '../auctions/lifecycle/close-ended.ts';

const NONE = { count: 0, median: null, low: null, high: null };
const MAZDA = 'manufacturer=Mazda&model=CX-5&damage_condition=REPAIR';
/** The second, third and fourth are half a krona and more between two whole ones. */
const AMOUNTS = [10_000, 10_001, 20_000, 20_001, 30_000, 30_002];
const YEARS = [2018, 2018, 2019, 2020, 2021, undefined];
const NAMES = [
  ['Mazda', 'CX-5'],
  ['MAZDA', 'cx5'],
  ['Mazda', 'CX 5'],
] as const;

let node: TestNode;
let company: number;
let other: number;
let manager: number;
let user: number;
let sold: number[];

const ask = (by: number, query: string) => node.call(by, 'GET', `/api/guide?${query}`);
const act = (id: number, path: string, body: object = {}) =>
  node.call(manager, 'POST', `/api/auctions/${id}/${path}`, body);

/** Auctions that have ended, each with a bid. */
async function end(sales: (Partial<Parameters<typeof makeAuction>[1]> & { bid: number })[]) {
  const { db } = node.context.pool;
  const ids: number[] = [];
  for (const { bid, ...values } of sales) {
    const id = await makeAuction(db, {
      company,
      creator: manager,
      manufacturer: 'Mazda',
      model: 'CX-5',
      ...values,
    });
    const { status } = await node.call(user, 'POST', `/api/auctions/${id}/bids`, { bid });
    assert.equal(status, 201);
    await shiftAuction(db, id, -86_401);
    ids.push(id);
  }
  await closeEnded(node.context);
  return ids;
}

before(async () => {
  node = await startTestNode();
  const { db } = node.context.pool;
  [company, other] = [await makeCompany(db), await makeCompany(db)];
  manager = await makeStaff(db, company);
  ({ user_id: user } = await makeStation(db, company));
  sold = await end(
    AMOUNTS.map((bid, place) => {
      const [manufacturer, model] = NAMES[place % NAMES.length]!;
      const model_year = YEARS[place];
      return { bid, manufacturer, model, ...(model_year && { model_year }) };
    }),
  );
  for (const id of sold) assert.equal((await act(id, 'notify-winner')).status, 200);
});
after(() => node?.stop());

test('GUIDE-1 the guide has the quartiles of notified sales of the same model, rounded half up to whole kronor', async () => {
  const all = { count: 6, median: 20_001, low: 12_501, high: 27_500 };
  assert.deepEqual((await ask(manager, MAZDA)).body, all);
  assert.deepEqual(
    (await ask(manager, 'manufacturer=mazda&model=c+x5&damage_condition=REPAIR')).body,
    all,
  );
  for (const query of [
    'manufacturer=Mazda&model=CX&damage_condition=REPAIR',
    'manufacturer=Mazda&model=CX-5&damage_condition=DISASSEMBLY',
    'manufacturer=Maz&model=CX-5&damage_condition=REPAIR',
  ]) {
    assert.deepEqual((await ask(manager, query)).body, NONE, query);
  }
});

test('GUIDE-1 a model year counts two years each way; fewer than five sales have no amounts', async () => {
  const of = async (year: number) => (await ask(manager, `${MAZDA}&model_year=${year}`)).body;
  assert.deepEqual(await of(2019), { count: 5, median: 20_000, low: 10_001, high: 20_001 });
  assert.deepEqual(await of(2016), { ...NONE, count: 2 });
});

test('GUIDE-1 an accepted offer counts; old, deleted, undone and unnotified sales do not', async () => {
  const { db } = node.context.pool;
  const count = async () => (await ask(manager, MAZDA)).body.count;
  const [unnotified, undone, deleted, old, offered] = await end([
    { bid: 1_000 },
    { bid: 1_000 },
    { bid: 1_000 },
    { bid: 1_000 },
    { bid: 1_000, reservation_price: 90_000, decision_days: 2 },
  ]);
  assert.equal(await count(), 6);
  for (const id of [undone!, deleted!, old!]) await act(id, 'notify-winner');
  assert.equal(await count(), 9);
  await act(undone!, 'collection/undo', { reason: 'Ångrat', agreed: true });
  await node.call(manager, 'DELETE', `/api/auctions/${deleted}`);
  await shiftAuction(db, old!, -25 * 31 * 86_400);
  assert.equal(await count(), 6);
  assert.equal((await act(unnotified!, 'notify-winner')).status, 200);
  const offer = await act(offered!, 'bids/1/offers', { amount: 70_000 });
  assert.equal(offer.status, 201);
  const [{ id }] = (await node.call(manager, 'GET', `/api/auctions/${offered}`)).body.offers;
  assert.equal((await node.call(user, 'POST', `/api/offers/${id}/accept`, {})).status, 200);
  const { body } = await ask(manager, MAZDA);
  assert.deepEqual([body.count, body.high], [8, 30_001]);
});

test('GUIDE-1 missing values are reported at their field', async () => {
  assert.deepEqual((await ask(manager, '')).body, {
    manufacturer: ['Du måste ange ett fabrikat'],
    model: ['Du måste ange en modell'],
    damage_condition: ['Du måste välja säljes för'],
  });
  const { status } = await ask(manager, `${MAZDA}&model_year=nytt`);
  assert.equal(status, 400);
});

test('GUIDE-3, ROLE-2 stations get 403, sales of other companies do not count, and a superuser names a company', async () => {
  const { db } = node.context.pool;
  assert.equal((await ask(user, MAZDA)).status, 403);
  const rival = await makeStaff(db, other);
  assert.deepEqual((await ask(rival, `${MAZDA}&company=${company}`)).body, NONE);
  const root = await makeStaff(db, null, 30);
  assert.deepEqual((await ask(root, MAZDA)).body, { company: ['Du måste välja bolag'] });
  assert.equal((await ask(root, `${MAZDA}&company=${company}`)).body.count, 8);
});

test('GUIDE-3 the guide reads the sales of its model by an index, however many others there are', async () => {
  const large = await startTestNode();
  const client = new pg.Client({ connectionString: large.databaseUrl });
  try {
    const { bidders, manager: staff } = await makeBulkWorld(large.owner, {
      bidders: 1,
      hot: 1,
      spread: 0,
    });
    await addAuctions(large.owner, 4_000);
    await sql`
      update auctions a set closed_at = s.closed_at from auction_standings s where s.auction_id = a.id`.execute(
      large.owner,
    );
    await sql`
      insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at, end_before, end_after)
      select s.auction_id, s.leading_bid_id, u.service_station_id, u.id, s.highest_bid, 1,
        s.end_dt - interval '1 hour', s.end_dt, s.end_dt
      from auction_standings s, users u where u.id = ${bidders[0]!} and s.leading_bid_id is not null`.execute(
      large.owner,
    );
    await sql`
      update auction_standings set winning_bid_id = leading_bid_id, winner_notified_at = closed_at
      where closed_at is not null and leading_bid_id is not null`.execute(large.owner);
    await sql`vacuum analyze`.execute(large.owner);
    await client.connect();
    const query = 'manufacturer=volvo&model=modell+8&damage_condition=REPAIR';
    const request = { user: staff, path: 'guide', query, pattern: /percentile_cont/ };
    const { count } = (await large.call(staff, 'GET', `/api/guide?${query}`)).body;
    const rows = await rowsRead(large, client, request);
    assert.ok(rows > 0 && rows <= 24, `${count} sales, ${rows} rows`);
  } finally {
    await client.end();
    await large.stop();
  }
});
