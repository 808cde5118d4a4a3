// Runs in its own process: it examines lookups that the process keeps.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AuctionFilter } from '@restvarde/contract/auctions/list-auctions';
import { sql } from 'kysely';
import pg from 'pg';
import { addAuctions, makeBulkWorld } from '../../../test/auctions/bulk-world.ts';
import { type PageRequest, rowsRead } from '../../../test/auctions/rows-read.ts';
import { makeStaff } from '../../../test/factories.ts';
import { startTestNode, type TestNode } from '../../../test/test-node.ts';
import { openPool } from '../../db/pool.ts';
import { listAuctions } from './list-auctions.ts';
import type { ListKind } from './list-filters.ts';

const AUCTIONS = 6_000;

let node: TestNode;
let client: pg.Client;
const users = { superuser: 0, manager: 0, station: 0 };

before(async () => {
  node = await startTestNode();
  // As the owner of the tables, who may run `analyze`.
  const db = node.owner;
  const { bidders } = await makeBulkWorld(db, { bidders: 1, hot: 1, spread: 1 });
  await addAuctions(db, AUCTIONS);
  const { id: company } = await db.selectFrom('companies').select('id').executeTakeFirstOrThrow();
  users.superuser = await makeStaff(db, null, 30);
  users.manager = await makeStaff(db, company);
  users.station = bidders[0]!;
  await bidOnMany(users.station);
  await buyMany(users.manager);
  await sql`vacuum analyze`.execute(db);
  client = new pg.Client({ connectionString: node.databaseUrl });
  await client.connect();
  // With so few rows a sequential scan would be fastest.
  await client.query('set enable_seqscan = off');
});
after(async () => {
  await client?.end();
  await node?.stop();
});

/** Half of the auctions become sealed, and the user's station bids twice on two thirds of those with bids. */
async function bidOnMany(user: number): Promise<void> {
  await sql`update auctions set hidden_bids = true where id % 4 > 1`.execute(node.owner);
  await sql`
    with own as (
      update auction_standings s set bidder_ids = array[u.service_station_id]
      from users u where u.id = ${user} and s.bid_count > 0 and s.auction_id % 3 > 0
      returning s.auction_id, s.end_dt, s.highest_bid, u.service_station_id
    )
    insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at, end_before, end_after)
    select auction_id, n, service_station_id, ${user}::integer, least(highest_bid, 1 + n * (auction_id::bigint * 7919 % 60000)),
      1, end_dt - interval '1 hour', end_dt, end_dt
    from own, generate_series(1, 2) n`.execute(node.owner);
}

/** The station collects the ended auctions that it has bid on, all but five. */
async function buyMany(manager: number): Promise<void> {
  await sql`
    with won as (
      update auction_standings s
      set winning_bid_id = 1, winner_notified_at = s.end_dt
      from auctions a
      where a.id = s.auction_id and s.closed_at is not null and cardinality(s.bidder_ids) = 1
      returning s.auction_id, s.end_dt, s.bidder_ids[1] as service_station_id
    )
    insert into collections (auction_id, bid_id, service_station_id, notified_at, free_until, release_after_payment,
      released_at, paid_at, handed_over_at, handed_over_by, collected_by, storage_days, storage_cost)
    select auction_id, 1, service_station_id, end_dt, end_dt::date + 10, false, end_dt, end_dt::date,
      at, case when at is not null then ${manager}::integer end, case when at is not null then 'Kim' end,
      case when at is not null then 0 end, case when at is not null then 0 end
    from (
      select *, case when row_number() over (order by auction_id) > 5 then end_dt + interval '1 day' end as at from won
    ) of_won`.execute(node.owner);
}

async function assertReads(most: number, requests: PageRequest[]): Promise<void> {
  for (const request of requests) {
    const rows = await rowsRead(node, client, request);
    assert.ok(rows <= most, `${JSON.stringify(request)} reads ${rows} rows`);
  }
}

const bothWays = (sorts: string[]) => sorts.flatMap((sort) => [sort, `-${sort}`]);

test('LIST-3 a page in any order reads a few rows for each of its auctions', async () => {
  // With so few rows a sort would be fastest.
  await client.query('set enable_sort = off');
  const facts = bothWays([
    'manufacturer',
    'model',
    'staging_area_name',
    'model_year',
    'mileage',
    'number',
  ]);
  const standings = bothWays(['end_dt', 'bid_highest', 'bid_count', 'reserve_margin']);
  const states = ['is_active=1', 'is_active=0&has_started=1'];
  for (const user of [users.superuser, users.manager]) {
    const orders = [...facts, ...standings].map((sort) => `ordering=${sort}`);
    await assertReads(
      100,
      [...orders, ...states].map((query) => ({ user, query })),
    );
  }
  await assertReads(
    400,
    facts.map((sort) => ({ user: users.station, query: `ordering=${sort}` })),
  );
  await client.query('reset enable_sort');
});

test('LIST-4 the cards of a page are read by id', async () => {
  await assertReads(
    200,
    Object.values(users).map((user) => ({ user, query: '', cards: true })),
  );
});

test('LIST-2, LIST-5, LIST-11 a search or a filter reads only as far as the page needs, or looks few matches up', async () => {
  const { rows } = await sql<{ id: number }>`
    with made as (insert into categories (name) values ('Husbilar') returning id), filed as (
      insert into auction_categories (auction_id, category_id)
      select a.id, made.id from auctions a, made where a.id % 3 = 0
    )
    select id from made`.execute(node.owner);
  await sql`vacuum analyze auction_categories`.execute(node.owner);
  const common = [
    'q=skadad+bom',
    'q=modell',
    'q=volvo',
    'manufacturer=volvo',
    `category=${rows[0]!.id}`,
  ];
  const rare = [
    'q=mahogny',
    'q=bbh017',
    'q=finnsinte',
    'registration_number=bbh+017',
    'number=L-4711',
    'chassis_number=YV1ABCDEF',
    'model=modell+96',
    'staging_area_name=malmö',
  ];
  for (const query of [...common, ...rare]) {
    await assertReads(1_500, [{ user: users.superuser, query: `is_active=1&${query}` }]);
  }
});

test('LIST-18 the few matches of a station are looked up to count them', async () => {
  const query = 'is_active=0&has_started=1&model=modell+9';
  await assertReads(4_000, [{ user: users.station, query, path: 'auctions/facets' }]);
});

test('LIST-17 a station’s few open purchases are looked up among many', async () => {
  await assertReads(500, [{ user: users.station, query: '', path: 'won-auctions' }]);
});

test('LIST-17 a station with many more purchases than others reads no more', async () => {
  await sql`alter table collections alter column service_station_id set (n_distinct = 50)`.execute(
    node.owner,
  );
  await sql`vacuum analyze collections`.execute(node.owner);
  await client.query('reset enable_sort');
  await assertReads(500, [{ user: users.station, query: '', path: 'won-auctions' }]);
  await client.query('set enable_sort = off');
});

test('LIST-17 a page of many unpaid purchases reads a few rows for each of its auctions', async () => {
  await sql`update collections set paid_at = null`.execute(node.owner);
  await sql`vacuum analyze collections`.execute(node.owner);
  const pages = ['', 'is_active=0&has_started=1', 'damage_condition=REPAIR'];
  await assertReads(
    500,
    pages.map((query) => ({ user: users.station, query, path: 'won-auctions' })),
  );
  await assertReads(1_500, [{ user: users.station, query: '', path: 'won-auctions/counts' }]);
});

test('LIST-3, AUC-13 a station’s ended auctions by its bids read as far as the page needs', async () => {
  const orders = ['bid_highest', '-bid_highest'].map((sort) => `ordering=${sort}`);
  await assertReads(
    1_200,
    orders.map((order) => ({ user: users.station, query: `${order}&is_active=0&has_started=1` })),
  );
});

test('LIST-3, LIST-6 a connection plans the statement of a page once, for all viewers, terms and companies', async () => {
  const { owner } = node;
  // Statistics of a million auctions, 60 % of them of one company: a plan for known values would look cheaper there.
  await sql`
    select pg_restore_relation_stats(
      'schemaname', 'public', 'relname', name, 'relpages', 100000, 'reltuples', 1000000::real
    ) from unnest(array['auctions', 'auction_standings']) as name`.execute(owner);
  await sql`
    select pg_restore_attribute_stats(
      'schemaname', 'public', 'relname', 'auction_standings', 'attname', 'company_id', 'inherited', false,
      'null_frac', 0::real, 'avg_width', 4, 'n_distinct', 8::real,
      'most_common_vals', (select '{' || min(company_id) || '}' from auctions), 'most_common_freqs', '{0.6}'::real[]
    )`.execute(owner);
  const pool = openPool(node.databaseUrl, 1);
  const lists: [user: number, kind: ListKind, filter: AuctionFilter][] = [
    [users.manager, 'all', { ordering: 'manufacturer' }],
    [users.manager, 'all', { ordering: 'bid_count' }],
    [users.manager, 'all', { ordering: '-bid_highest' }],
    [users.manager, 'all', { ordering: 'reserve_margin' }],
    [users.manager, 'all', { q: 'volvo' }],
    [users.station, 'mine', { is_active: false, has_started: true }],
  ];
  for (const [user, kind, filter] of lists) {
    const { access } = await node.logIn(user);
    const { viewer } = (await node.sessions.find(access))!;
    const company = viewer.service_station_id === null ? viewer.company_id : null;
    const view = { kind, company, path: '/', filter };
    // PostgreSQL keeps a plan after five executions.
    for (let n = 0; n < 7; n++) await listAuctions(pool.db, node.context.media, viewer, view);
  }
  const { rows } = await pool.pg.query<{ statement: string; kept: boolean }>(
    `select statement, custom_plans = 5 and generic_plans > 0 as kept from pg_prepared_statements
      where statement like '%cursor_key%'`,
  );
  await pool.end();
  assert.ok(rows.length >= lists.length);
  for (const { statement, kept } of rows) assert.ok(kept, statement);
});
