import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Auction } from '@restvarde/contract/auctions/auction';
import type { HistoryEntry } from '@restvarde/contract/auctions/history';
import type { LookBack } from '@restvarde/contract/look-back';
import type { Todo } from '@restvarde/contract/statistics';
import { openAnchoring } from '@restvarde/server/chain/anchor-links';
import { verifyChain } from '@restvarde/server/chain/verify-chain';
import { followNotice } from '@restvarde/server/sales/follow-notice';
import { sumSaleMonths } from '@restvarde/server/statistics/sum-sale-months';
import { sql } from 'kysely';
import { encodeForm, localTime } from '../../../server/test/forms.ts';
import { startTestNode, TEST_SECRET, type TestNode } from '../../../server/test/test-node.ts';
import { VEHICLES } from '../vehicles/vehicles.ts';
import { makeDemoAuctions, readNumbers } from './auctions.ts';
import { makeDemoCollections, notifyDemoWinners } from './collections.ts';
import { writeDemoHistory } from './history.ts';
import { addDemoMedia } from './media.ts';
import { makeDemoPast } from './past.ts';
import { type DemoCompany, makeDemoPeople } from './people.ts';
import { planOf } from './schedule.ts';

let node: TestNode;
let root: number;
let admin: number;

before(async () => {
  node = await startTestNode();
  await node.context.pool.db.transaction().execute(async (tx) => {
    // Pictures may take longer than the default timeout on a slow machine.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    const people = await makeDemoPeople(tx);
    const now = Date.now();
    const auctions = await makeDemoAuctions(tx, people, VEHICLES, {
      plan: (place) => planOf(place, VEHICLES.length, now),
      numbers: await readNumbers(tx),
      now,
    });
    // One auction's files are checked for all.
    const { companies } = people;
    await addDemoMedia(tx, node.context.media, { auctions: auctions.slice(0, 1), companies });
    await makeDemoPast(tx, people, auctions, now);
    await writeDemoHistory(tx);
  });
  const { rows } = await sql<{ id: number; email: string }>`select id, email from users`.execute(
    node.context.pool.db,
  );
  const idOf = (email: string) => rows.find((user) => user.email === email)!.id;
  [root, admin] = [idOf('superuser@restvarde.example'), idOf('admin@nordsakring.example')];
});
after(() => node?.stop());

const historyOf = async (id: number): Promise<HistoryEntry[]> =>
  (await node.call(root, 'GET', `/api/auctions/${id}/history`)).body;

test('AUC-16 every auction of the demo has the history of its state', async () => {
  const states = new Set<string>();
  for (let url = '/api/auctions'; url; ) {
    const { body } = await node.call(root, 'GET', url);
    for (const { id } of body.results) {
      const auction: Auction = (await node.call(root, 'GET', `/api/auctions/${id}`)).body;
      const history = await historyOf(id);
      const isEnded = auction.has_started && !auction.is_active;
      const expected = [
        'create',
        ...(isEnded ? [auction.cancelled ? 'cancel' : 'close'] : []),
        ...(auction.has_notified_winner && auction.reserve_met === false ? ['select winner'] : []),
        ...(auction.has_notified_winner ? ['notify winner'] : []),
        ...(auction.collection?.paid_at ? ['change collection'] : []),
        ...(auction.collection?.handed_over_at ? ['hand over'] : []),
      ];
      const acts = history.filter(({ action }) => action !== 'add file');
      assert.deepEqual(
        acts.map(({ action }) => action),
        expected,
        auction.number,
      );
      const times = history.map(({ at }) => at);
      assert.deepEqual(times, times.toSorted());
      if (isEnded) assert.equal(acts[1]?.at, auction.end_dt);
      assert.equal(acts[0]?.user?.last_name, auction.created_by?.last_name);
      states.add(expected.join());
    }
    url = body.next;
  }
  assert.equal(states.size, 6, [...states].join(' | '));
});

test('HOME-6 the demo has sales of the past year, most of them collected', async () => {
  while ((await sumSaleMonths(node.context)) > 0);
  const { body } = await node.call(root, 'GET', '/api/statistics/look-back');
  const { months, categories, companies }: LookBack = body;
  // The current month may be empty.
  for (const { month, ended, sold, collection_days } of months.slice(0, -1)) {
    assert.ok(ended > 0 && sold > 0 && collection_days !== null, month);
  }
  assert.ok(months.some(({ decision_days }) => (decision_days ?? 0) > 0));
  assert.ok(categories.length > 4);
  assert.equal(companies.length, 2);
});

test('GUIDE-1 the demo has enough sales of its first models for price guidance', async () => {
  const { manufacturer, model, damage_condition, model_year } = VEHICLES[0]!;
  const object = { manufacturer, model, damage_condition };
  const guide = async (query: Record<string, string>) =>
    (await node.call(admin, 'GET', `/api/guide?${new URLSearchParams(query)}`)).body;
  assert.ok((await guide(object)).median > 0);
  assert.ok((await guide({ ...object, model_year: String(model_year - 2) })).median > 0);
});

test('HOME-4 the past year leaves no tasks', async () => {
  const { body } = await node.call(root, 'GET', '/api/todo');
  const ends = body.map(({ end_dt }: Todo) => Date.parse(end_dt));
  assert.ok(ends.length > 0);
  assert.ok(Math.min(...ends) > Date.now() - 31 * 86_400_000);
});

test('a completed sale shows the vehicle of its name', async () => {
  const [model] = VEHICLES;
  const { rows } = await sql<{ manufacturer: string; model: string }>`
    select distinct a.manufacturer, a.model
    from auctions a join auction_images i on i.auction_id = a.id`.execute(node.context.pool.db);
  assert.deepEqual(rows, [{ manufacturer: model!.manufacturer, model: model!.model }]);
  const { rows: pictured } = await sql`
    select distinct auction_id from auction_images`.execute(node.context.pool.db);
  assert.ok(pictured.length > 1, 'no past auction has pictures');
});

test('DATA-3 the hash chains of the demo’s ended auctions are valid', async () => {
  const log = { info() {}, warn() {}, error() {} };
  await openAnchoring(node.context, log).seal();
  const report = await verifyChain(node.context.pool.db, { secrets: [TEST_SECRET] });
  assert.deepEqual(report.faults, []);
  assert.ok(report.auctions > 0);
});

test('AUC-16 the demo’s record of a created auction has the shape of the form’s record', async () => {
  const { body: list } = await node.call(admin, 'GET', '/api/auctions');
  const [made] = await historyOf(list.results[0].id);
  const { body: categories } = await node.call(admin, 'GET', '/api/categories');
  const { body: areas } = await node.call(admin, 'GET', '/api/staging-areas');
  const form = await encodeForm({
    category_ids: [categories[0].id],
    manufacturer: 'Volvo',
    registration_number: 'ABC123',
    damage_condition: 'REPAIR',
    staging_area: areas[0].id,
    is_global: 0,
    hidden_bids: 0,
    hidden_reservation_price: 1,
    start_dt: localTime(1),
    end_dt: localTime(600),
  });
  const { status, body } = await node.call(admin, 'POST', '/api/auctions', form.body, form.headers);
  assert.equal(status, 201, JSON.stringify(body));
  const [created] = await historyOf(body.id);
  const shape = (entry: HistoryEntry | undefined) =>
    Object.entries(entry?.after ?? {})
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `${name}: ${typeof value}`);
  const known = new Set(shape(made));
  assert.deepEqual(
    shape(created).filter((field) => !known.has(field)),
    [],
  );
});

test('an auction of the demo has the pictures and papers of its vehicle, and each company a logo', async () => {
  const [vehicle] = VEHICLES;
  const url = `/api/auctions?registration_number=${vehicle!.registration_number}`;
  const { body: list } = await node.call(root, 'GET', url);
  const { body: auction } = await node.call(root, 'GET', `/api/auctions/${list.results[0].id}`);
  assert.ok(auction.image);
  assert.equal(auction.additional_images.length, vehicle!.pictures.length - 1);
  assert.ok(auction.files.length >= 2);
  const { body: companies } = await node.call(root, 'GET', '/api/companies');
  assert.equal(companies.length, 2);
  for (const { name, logo } of companies) assert.match(String(logo), /^\/media\//, name);
});

// Last, since it changes the world.
test('PICK-6 paid storage in the demo follows the free days of the rules', async () => {
  const { db } = node.context.pool;
  await db.transaction().execute(async (tx) => {
    const { rows: companies } = await sql<Pick<DemoCompany, 'id' | 'case_manager_id'>>`
      select c.id, min(u.id) as case_manager_id
      from companies c join users u on u.company_id = c.id group by c.id`.execute(tx);
    await notifyDemoWinners(tx, Date.now());
    const { rows: won } = await sql<{ auction_id: number }>`
      select auction_id from auction_standings s where winner_notified_at is not null
        and not exists (select from collections k where k.auction_id = s.auction_id)`.execute(tx);
    for (const { auction_id } of won) await followNotice(tx, auction_id);
    await makeDemoCollections(tx, companies, Date.now());
  });
  const { rows } = await sql<{ free_days: number; costs: boolean }>`
    select free_until - (notified_at at time zone 'Europe/Stockholm')::date as free_days,
      free_until < stockholm_today() and handed_over_at is null and undone_at is null as costs
    from collections`.execute(db);
  assert.ok(rows.length > 0 && rows.every(({ free_days }) => free_days >= 5));
  assert.ok(rows.some(({ costs }) => costs));
});
