import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { eventually } from '../../test/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { listMigrations, migrate, readSchemaState } from './migrate.ts';
import { openPool } from './pool.ts';

// Migrates databases of older versions.
const FOLDER = join(import.meta.dirname, 'migrations');

let database: TestDatabase;
let client: pg.Client;

before(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
after(async () => {
  await client?.end();
  await database?.drop();
});

/** Creates a schema with the migrations before the named one. Returns a function that runs that one. */
async function beforeMigration(name: string): Promise<() => Promise<unknown>> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort();
  const run = async (file: string) => client.query(await readFile(join(FOLDER, file), 'utf8'));
  await client.query('drop schema public cascade; create schema public');
  for (const file of files.filter((one) => one < name)) await run(file);
  return () => run(files.find((one) => one.startsWith(name))!);
}

/** A company, a station, their users and ended auctions of an early release. */
const auctionsBefore = (count: number) => `
    insert into companies (name) values ('Nord');
    insert into users (email, role, company_id) values ('a@nord.example', 20, 1);
    insert into service_stations (company_id, number, name) values (1, 'V1', 'Verkstad');
    insert into users (email, role, service_station_id) values ('v@nord.example', 10, 1);
    insert into auctions (company_id, number, manufacturer, registration_number, start_dt, hidden_reservation_price, start_bid, hidden_bids,
      is_global, damage_condition, staging_area_name, bid_increments, extension_minutes, created_by)
    select 1, 'A' || n, 'Saab', 'ABC123', now() - interval '90 days', false, 0, false, false, 'REPAIR', 'Gården', '[]', 3, 1
    from generate_series(1, ${count}) as n;
`;

test('STN-9 duplicate station numbers that differ by case, spaces or hyphens are made distinct; the oldest keeps its number', async () => {
  const runMigration = await beforeMigration('0007');
  const { rows: companies } = await client.query<{ id: number }>(
    "insert into companies (name) values ('Nord'), ('Väst') returning id",
  );
  const [nord, vast] = companies.map(({ id }) => id);
  const add = async (company: number | undefined, number: string, isRemoved = false) => {
    await client.query(
      `insert into service_stations (company_id, number, name, removed_at)
      values ($1, $2, 'Verkstad', case when $3 then now() end)`,
      [company, number, isRemoved],
    );
  };
  await add(nord, 'race1', true);
  await add(nord, 'RACE1');
  await add(nord, 'race 1');
  await add(vast, 'Race-1');
  await add(nord, 'race1 (3)');
  await add(nord, 'Race-1');
  await add(nord, 'RACE2');
  await runMigration();
  const { rows } = await client.query('select id, number from service_stations order by id');
  assert.deepEqual(
    rows.map(({ number }) => number),
    ['race1', 'RACE1', 'race 1 (3)', 'Race-1', 'race1 (3) (5)', 'Race-1 (6)', 'RACE2'],
  );
});

test('LIST-5 rebuilt filter indexes find older rows', async () => {
  const runMigration = await beforeMigration('0007');
  await client.query(`
    insert into companies (name) values ('Nord');
    insert into users (email, role, company_id) values ('a@nord.example', 20, 1);
    insert into service_stations (company_id, number, name, city)
      select 1, 'nr ' || n, 'Verkstad ' || n, 'Ort ' || n from generate_series(1, 2000) as n
      union all select 1, 'V-100', 'Bil-Plåt', 'Upplands-Väsby';
    insert into auctions (company_id, number, manufacturer, registration_number, chassis_number, start_dt,
      hidden_reservation_price, start_bid, hidden_bids, is_global, damage_condition, staging_area_name,
      bid_increments, extension_minutes, created_by)
    select 1, number, manufacturer, registration, chassis, now(), false, 0, false, false, 'REPAIR', 'Gården', '[]', 3, 1
    from (
      select 'nr ' || n, 'Saab ' || n, 'r' || n, 'c' || n from generate_series(1, 2000) as n
      union all select 'LF-0099', 'Mercedes-Benz', 'ABC-123', 'YV1-LS55'
    ) as a(number, manufacturer, registration, chassis)`);
  await runMigration();
  await client.query('vacuum analyze');
  await client.query('set enable_seqscan = off');
  for (const [table, column, written, index] of [
    ['auctions', 'number', 'lf0099', 'auctions_find_number'],
    ['auctions', 'registration_number', 'abc 123', 'auctions_find_registration'],
    ['auctions', 'chassis_number', 'yv1ls', 'auctions_find_chassis'],
    ['auctions', 'manufacturer', 'mercedes benz', 'auctions_find_manufacturer'],
    ['service_stations', 'number', 'v100', 'service_stations_find_number'],
    ['service_stations', 'name', 'bil plåt', 'service_stations_by_name'],
    ['service_stations', 'city', 'landsväsby', 'service_stations_find_city'],
  ] as const) {
    const query = `select from ${table} where searchable(${column}) like '%' || searchable($1) || '%'`;
    const plan = await client.query(`explain ${query}`, [written]);
    assert.match(JSON.stringify(plan.rows), new RegExp(index));
    assert.equal((await client.query(query, [written])).rowCount, 1, column);
  }
});

test('PICK-10 winners notified earlier get a collection with a code; old sales count as handed over', async () => {
  const runMigration = await beforeMigration('0020');
  await client.query(`
    ${auctionsBefore(4)}
    insert into auction_standings (auction_id, company_id, end_dt, closed_at)
    select a.id, 1, now() - d.days, now() - d.days
    from auctions a
    join (values (1, interval '3 days'), (2, interval '12 days'), (3, interval '60 days'), (4, interval '1 day'))
      as d(id, days) on d.id = a.id;
    insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at, end_before, end_after)
    select auction_id, 1, 1, 2, 100, 1, end_dt - interval '1 hour', end_dt, end_dt from auction_standings;
    update auction_standings set winning_bid_id = 1, bid_count = 1, highest_bid = 100, leading_bid_id = 1,
      last_bid_id = 1;
    update auction_standings set winner_notified_at = end_dt where auction_id in (1, 3);
    update auction_standings set winner_notified_at = now() where auction_id = 2;`);
  await runMigration();
  const { rows } = await client.query(`
    select auction_id, release_code ~ '^[2-9A-HJ-NP-Z]{6}$' as has_code, released_at is not null as is_released,
      collected_by, storage_days, free_until - (now() at time zone 'Europe/Stockholm')::date as left
    from collections order by auction_id`);
  const kept = { has_code: true, is_released: true, collected_by: null, storage_days: null };
  assert.deepEqual(rows.slice(0, 2), [
    { auction_id: 1, ...kept, left: 7 },
    { auction_id: 2, ...kept, left: 5 },
  ]);
  assert.deepEqual(
    rows.slice(2).map((row) => [row.auction_id, row.collected_by, row.storage_days]),
    [[3, 'Okänd', 0]],
  );
});

test('PICK-6 winners who are waiting when storage emails are introduced are not notified twice', async () => {
  const runMigration = await beforeMigration('0028');
  await client.query(`
    ${auctionsBefore(5)}
    insert into auction_standings (auction_id, company_id, end_dt, closed_at)
    select id, 1, now() - interval '9 days', now() - interval '9 days' from auctions;
    insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at, end_before, end_after)
    select auction_id, 1, 1, 2, 100, 1, end_dt - interval '1 hour', end_dt, end_dt from auction_standings;
    insert into collections (auction_id, bid_id, service_station_id, notified_at, free_until, release_after_payment,
      released_at)
    select s.auction_id, 1, 1, s.end_dt, stockholm_today() + d.days, false, s.end_dt
    from auction_standings s
    join (values (1, 9), (2, 2), (3, 0), (4, -1), (5, -30)) as d(id, days) on d.id = s.auction_id;
    insert into reminders (auction_id, bid_id, kind)
    values (2, 1, 'pickup'), (4, 1, 'pickup'), (1, 1, 'notify winner');
    update collections set handed_over_at = now(), collected_by = 'Kim Åkesson', storage_days = 30, storage_cost = 30000
    where auction_id = 5;`);
  await runMigration();
  const { rows } = await client.query(
    'select auction_id, storage_email, collected_by from collections order by auction_id',
  );
  assert.deepEqual(
    rows.map((row) => [row.storage_email, row.collected_by]),
    [
      // Not reminded yet, also on the last free day; reminded; costs since yesterday; collected.
      [null, null],
      ['ahead', null],
      [null, null],
      ['week', null],
      ['week', 'Kim Åkesson'],
    ],
  );
  // The user who collected it may have been removed (GEN-8); an open one has nobody to name.
  await client.query('update collections set collected_by = null where auction_id = 5');
  await assert.rejects(
    client.query("update collections set collected_by = 'Kim' where auction_id = 1"),
    /collections_collected_by_is_of_hand_over/,
  );
});

/** Changes that break nodes of the previous release while they run. */
const TAKES_AWAY: [what: string, statement: RegExp][] = [
  ['drops a table', /\bdrop table\b/],
  ['drops a column', /\bdrop column\b/],
  ['renames', /\brename (to|column|constraint)\b/],
  ['changes a type', /\balter column \w+ (set data )?type\b/],
  ['asks for what may be missing', /\balter column \w+ set not null\b/],
  [
    'asks for a column that nodes do not write',
    /\badd column (?![^,;]*(\bdefault\b|\bgenerated\b))[^,;]*\bnot null\b/,
  ],
];
/** Earlier migrations had no previous release. */
const FIRST = '0007';

/** The statements that break nodes of the previous release. */
function findTakenAway(text: string): string[] {
  // A statement that only drops what the previous release no longer uses carries a comment that says so.
  const statements = text.split(';').filter((one) => !/--\s*Unused since \d+\.\d+\.\d+/.test(one));
  const bare = statements.map((one) => one.replace(/--.*$/gm, '').toLowerCase());
  return TAKES_AWAY.filter(([, pattern]) => bare.some((one) => pattern.test(one))).map(
    ([what]) => what,
  );
}

test('OPS-8 a migration only adds, so that nodes of the previous release keep running during and after it', async () => {
  for (const file of (await readdir(FOLDER)).filter((one) => one >= FIRST)) {
    assert.deepEqual(findTakenAway(await readFile(join(FOLDER, file), 'utf8')), [], file);
  }
  assert.deepEqual(findTakenAway('alter table bids rename column amount to price'), ['renames']);
  assert.deepEqual(findTakenAway('alter table bids add column tax integer not null'), [
    'asks for a column that nodes do not write',
  ]);
  assert.deepEqual(findTakenAway('alter table bids add column tax integer not null default 0'), []);
  const later = '-- Unused since 0.4.0.\nalter table bids drop column tax;';
  assert.deepEqual(findTakenAway(later), []);
  assert.deepEqual(findTakenAway(later.replace('-- Unused', '-- Used')), ['drops a column']);
});

test('OPS-8 a long migration holds no locks of those before it, and a second call continues after it', async (t) => {
  const empty = await createTestDatabase({ isEmpty: true });
  const pool = openPool(empty.url, 2, { timeouts: 'none' });
  const other = new pg.Client({ connectionString: empty.url });
  t.after(async () => {
    await other.end();
    await pool.end();
    await empty.drop();
  });
  await other.connect();
  await migrate(pool.db, '0047-own-bids-by-amount');
  await other.query(`insert into categories (name) values ('Lätta\u00a0lastbilar')`);
  // A lock on a row that 0049 changes makes it wait, after 0048 has altered `users`.
  await other.query('begin');
  await other.query('update categories set name = name');
  const migrated = migrate(pool.db);
  await eventually(async () => {
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`,
      [new URL(empty.url).pathname.slice(1)],
    );
    assert.equal(rows.length, 1);
  });
  await other.query("set local lock_timeout = '1s'");
  await other.query('select from users');
  assert.ok(!(await readSchemaState(pool.db)).missing.includes('0048-who-reads-mail'));
  await other.query('commit');
  assert.deepEqual(
    await migrated,
    listMigrations().filter((name) => name > '0048'),
  );
  assert.deepEqual(await migrate(pool.db), []);
});
