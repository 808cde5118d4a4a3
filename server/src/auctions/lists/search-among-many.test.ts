import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { addAuctions, makeBulkWorld } from '../../../test/auctions/bulk-world.ts';
import { planOfList } from '../../../test/auctions/plan-of-list.ts';
import { makeStaff } from '../../../test/factories.ts';
import { startTestNode, type TestNode } from '../../../test/test-node.ts';

let node: TestNode;
let root: number;
let bidder: { id: number; service_station_id: number };
let client: pg.Client;
before(async () => {
  node = await startTestNode();
  // As the owner of the tables, who may run `analyze`.
  const db = node.owner;
  const { bidders } = await makeBulkWorld(db, { bidders: 1, hot: 1, spread: 1 });
  await addAuctions(db, 6_000);
  root = await makeStaff(db, null, 30);
  bidder = await db
    .selectFrom('users')
    .select(['id', sql<number>`service_station_id`.as('service_station_id')])
    .where('id', '=', bidders[0]!)
    .executeTakeFirstOrThrow();
  // Of the ended auctions, the station has bid on a few adjacent ones and on some scattered ones.
  await sql`
    with own as (
      update auction_standings set bidder_ids = array[${bidder.service_station_id}::integer]
      where closed_at is not null and bid_count > 0 and (auction_id < 400 or auction_id % 30 = 1)
      returning auction_id, end_dt, highest_bid
    )
    insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at, end_before, end_after)
    select auction_id, 1, ${bidder.service_station_id}, ${bidder.id}, highest_bid, 1, end_dt - interval '1 hour',
      end_dt, end_dt
    from own`.execute(db);
  client = new pg.Client({ connectionString: node.databaseUrl });
  await client.connect();
  // With so few rows a sequential scan would be fastest.
  await client.query('set enable_seqscan = off');
});
after(async () => {
  await client?.end();
  await node?.stop();
});

/** Returns the plan of a list of active auctions. */
const planOf = (query: string) =>
  planOfList(node, client, { user: root, query: `is_active=1&${query}` });

for (const [query, most] of [
  ['q=skadad+bom', 26],
  ['q=modell', 26],
  // One in eight matches.
  ['q=volvo', 250],
  ['manufacturer=volvo', 250],
] as const) {
  test(`LIST-11 common words are found by scanning the list, only as far as the page needs: ${query}`, async () => {
    const plan = await planOf(query);
    const [, rows] = /Scan using auction_standings_\w*end .* rows=(\d+)/.exec(plan) ?? [];
    assert.ok(Number(rows) <= most, plan);
    assert.doesNotMatch(plan, /Index Scan on auctions_find_\w+ \(actual/, query);
  });
}

test('LIST-2 for a category only the scanned auctions are read', async () => {
  const { rows } = await sql<{ id: number }>`
    with made as (insert into categories (name) values ('Husbilar') returning id), filed as (
      insert into auction_categories (auction_id, category_id)
      select a.id, made.id from auctions a, made where a.id % 3 = 0
    )
    select id from made`.execute(node.owner);
  await sql`vacuum analyze auction_categories`.execute(node.owner);
  const plan = await planOf(`category=${rows[0]!.id}`);
  const scans = plan.match(/on auction_categories .*rows=(\d+)/g) ?? [];
  assert.ok(scans.length > 0, plan);
  for (const scan of scans) assert.match(scan, /rows=[01]$/, plan);
});

test('LIST-3 for active auctions a workshop scans the index of its order, only as far as the page needs', async () => {
  const query = 'is_active=1&ordering=manufacturer';
  const plan = await planOfList(node, client, { user: bidder.id, query });
  const [, rows] = /Scan using auctions_open_manufacturer .* rows=(\d+)/.exec(plan) ?? [];
  assert.ok(Number(rows) <= 100, plan);
});

for (const [query, index] of [
  ['q=mahogny', 'auctions_find_words'],
  ['q=bbh017', 'auctions_find_words'],
  ['q=finnsinte', 'auctions_find_words'],
  ['registration_number=bbh+017', 'auctions_find_registration'],
  ['number=L-4711', 'auctions_find_number'],
  ['chassis_number=YV1ABCDEF', 'auctions_find_chassis'],
  ['model=modell+x', 'auctions_find_model'],
  ['staging_area_name=malmö', 'auctions_find_staging'],
] as const) {
  test(`LIST-5, LIST-11 rare terms are found by their index: ${query}`, async () => {
    const plan = await planOf(query);
    assert.match(plan, new RegExp(`Index Scan on ${index} \\(actual`), plan);
  });
}

test('LIST-11 words of one in a hundred open auctions are looked up instead of scanned for', async () => {
  const plan = await planOf('model=modell+96');
  assert.match(plan, /Index Scan on auctions_find_model \(actual/, plan);
  const walks = [...plan.matchAll(/Scan using auction_standings_\w*end .* rows=(\d+)/g)];
  assert.ok(walks.length > 0, plan);
  for (const [, rows] of walks) assert.ok(Number(rows) <= 600, plan);
});

test('LIST-11 a company’s search is looked up among its own auctions only', async () => {
  const { company_id } = await node.owner
    .selectFrom('auctions')
    .select('company_id')
    .executeTakeFirstOrThrow();
  const user = await makeStaff(node.owner, company_id);
  for (const query of ['q=mahogny', 'registration_number=bbh+019', 'staging_area_name=malmö']) {
    const plan = await planOfList(node, client, { user, query });
    assert.match(plan, /Index Cond: \(\(\(company_id \+ 0\) = \d+\) AND/, plan);
  }
  // Any other index would read all auctions of the company.
  const plan = await planOfList(node, client, { user, query: 'mileage_to=10' });
  assert.doesNotMatch(plan, /company_id \+ 0/, plan);
});

describe('repeated requests', () => {
  const statements = async (query: string) => {
    const plan = await planOfList(node, client, { user: root, query });
    return plan.match(/Execution Time/g)?.length;
  };

  test('LIST-11 rare words are looked up in the whole list at once, without a scan first', async () => {
    const query = 'q=bbh018';
    assert.deepEqual([await statements(query), await statements(query)], [2, 1]);
  });

  test('LIST-11 words with too many matches are not looked up again until the memory expires', async (t) => {
    const query = 'ordering=manufacturer&manufacturer=v';
    assert.deepEqual([await statements(query), await statements(query)], [4, 3]);
    const now_ms = performance.now();
    t.mock.method(performance, 'now', () => now_ms + 3_600_000);
    assert.equal(await statements(query), 4);
  });
});

/** Reads every auction of a list, page by page. */
async function readAll(user: number, query: string): Promise<number[]> {
  const ids: number[] = [];
  let next: string | null = `/api/auctions?${query}`;
  while (next !== null) {
    const { status, body } = await node.call(user, 'GET', next);
    assert.equal(status, 200);
    ids.push(...body.results.map(({ id }: { id: number }) => id));
    next = body.next;
  }
  return ids;
}

// More rows than the first scan, or fewer, come before the first match. Ended auctions are scanned up to a
// different position than active ones.
for (const [query, condition, order] of [
  ['ordering=manufacturer&q=toyota', "a.words @@ search_query('toyota')", 'a.manufacturer, a.id'],
  [
    'ordering=-number&manufacturer=saab',
    "a.manufacturer = 'Saab'",
    'a.number collate counted desc, a.id desc',
  ],
  ['ordering=manufacturer&manufacturer=o', "a.manufacturer like '%o%'", 'a.manufacturer, a.id'],
  ['ordering=staging_area_name', 'true', 'a.staging_area_name, a.id'],
  [
    'model=modell+96',
    "a.model = 'Modell 96'",
    's.closed_at is not null, case when s.closed_at is null then s.end_dt end, s.end_dt desc',
  ],
  ['ordering=end_dt&q=mahogny', "a.words @@ search_query('mahogny')", 's.end_dt, s.auction_id'],
] as const) {
  test(`LIST-3, LIST-4, ROLE-17 scanned or looked up, every match comes once, in order: ${query}`, async () => {
    const { rows: all } = await client.query<{ id: number; is_own: boolean; is_past: boolean }>(
      `select a.id, $1 = any(s.bidder_ids) as is_own, s.closed_at is not null as is_past
       from auctions a join auction_standings s on s.auction_id = a.id
       where ${condition} order by ${order}`,
      [bidder.service_station_id],
    );
    const idsOf = (some: typeof all) => some.map(({ id }) => id);
    assert.deepEqual(await readAll(root, query), idsOf(all));
    const theirs = all.filter((row) => row.is_own || !row.is_past);
    assert.deepEqual(await readAll(bidder.id, query), idsOf(theirs));
  });
}
