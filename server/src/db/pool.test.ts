// Runs in its own process: it collects warnings of the process.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { createTestDatabase } from '../../test/test-database.ts';
import { asViewer } from './as-viewer.ts';
import { openPool, type Queryable, queryPlanned } from './pool.ts';

const database = await createTestDatabase();
after(() => database.drop());

const manager = (user_id: number): Viewer => ({
  role: 20,
  is_superuser: false,
  user_id,
  company_id: 1,
  service_station_id: null,
  category_ids: [],
  is_dismantler: false,
  has_accepted_terms: false,
});

test('OPS-10 a query waits as long as a request may, unless it sets its own limit in a background pool', async () => {
  for (const [options, waited_ms] of [
    [{}, 11_000],
    [{ timeouts: 'background' }, undefined],
  ] as const) {
    const pool = openPool(database.url, 1, options);
    const { rows } = await pool.pg.query('show statement_timeout');
    await pool.end();
    assert.equal(pool.pg.options.query_timeout, waited_ms);
    assert.deepEqual(rows, [{ statement_timeout: '10s' }]);
  }
});

test('OPS-10 opening a connection may take five seconds, or the `connect_timeout` of its URL', async () => {
  for (const [search, waits_ms] of [
    ['', 5_000],
    ['?connect_timeout=60', 60_000],
  ] as const) {
    const pool = openPool(`postgres://nobody@127.0.0.1:1/nothing${search}`, 1);
    assert.equal(pool.pg.options.connectionTimeoutMillis, waits_ms);
    await pool.end();
  }
});

test('LIST-3 a statement uses one database process, however much it reads', async () => {
  const pool = openPool(database.url, 1);
  const { rows } = await pool.pg.query('show max_parallel_workers_per_gather');
  await pool.end();
  assert.deepEqual(rows, [{ max_parallel_workers_per_gather: '0' }]);
});

test('OPS-10 the database closes a dead connection within half a minute', async () => {
  const pool = openPool(database.url, 1);
  const { rows } = await pool.pg.query(`
    select name, setting from pg_settings where name like 'tcp_keepalives%' order by name`);
  await pool.end();
  assert.deepEqual(
    rows.map(({ setting }) => Number(setting)),
    [3, 10, 5],
  );
});

test('DATA-5 the viewer is set in the same round trip as the query, and each sees their own rows', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const pool = openPool(database.url, 1);
  const reads = Array.from({ length: 20 }, (_, nth) =>
    asViewer(manager(nth), async () => {
      const { rows } = await pool.pg.query(`select current_setting('app.caller') as caller`);
      return rows[0].caller;
    }),
  );
  const seen = await Promise.all(reads);
  await pool.end();
  process.off('warning', note);
  assert.deepEqual(
    seen,
    reads.map((_, nth) => `1 0 ${nth}`),
  );
  // The client warns of queries that it cannot pipeline.
  assert.deepEqual(warnings, []);
});

test('DATA-5 if the viewer cannot be set, no query is answered', async () => {
  const pool = openPool(database.url, 1);
  const unsayable = manager("1' or" as unknown as number);
  await pool.pg.query('select 1');
  const refused = assert.rejects(asViewer(unsayable, () => pool.pg.query('select 1')));
  await setImmediate();
  // Block until both replies have arrived and are read together.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  await refused;
  const { rows } = await asViewer(manager(2), () =>
    pool.pg.query(`select current_setting('app.caller') as caller`),
  );
  await pool.end();
  assert.deepEqual(rows, [{ caller: '1 0 2' }]);
});

test('OPS-2 a pool that ends closes every connection, whichever way it was used', async () => {
  for (const keepsIdle of [false, true]) {
    const pool = openPool(database.url, 2, { keepsIdle });
    await pool.pg.query('select 1');
    await pool.end();
    assert.equal(pool.pg.totalCount, 0);
  }
});

test('LIST-3 a connection keeps the plans of a hundred wordings of a subject and no more', async () => {
  const pool = openPool(database.url, 1);
  for (let wording = 0; wording < 130; wording++) {
    const statement = sql`select ${sql.lit(wording)}::integer as wording`;
    const rows = await queryPlanned(pool.db, 'numbers', statement);
    assert.deepEqual(rows, [{ wording }]);
  }
  await queryPlanned(pool.db, 'letters', sql`select 'a'`);
  const { rows } = await pool.pg.query('select count(*) as kept from pg_prepared_statements');
  await pool.end();
  assert.deepEqual(rows, [{ kept: 101 }]);
});

test('OPS-3 a connection with plans older than a migration fails once, and its successor plans again', async () => {
  const read = (db: Queryable) => queryPlanned(db, 'changing', sql`select held from changing`);
  for (const isTransaction of [false, true]) {
    const pool = openPool(database.url, 1);
    const ask = () => (isTransaction ? pool.db.transaction().execute(read) : read(pool.db));
    await pool.pg.query('create table changing as select 1 as held');
    assert.deepEqual(await ask(), [{ held: 1 }]);
    await pool.pg.query('alter table changing alter column held type text');
    // A transaction sees that its connection is gone.
    await assert.rejects(ask(), isTransaction ? /not queryable/ : { code: '0A000' });
    assert.deepEqual(await ask(), [{ held: '1' }]);
    await pool.pg.query('drop table changing');
    await pool.end();
  }
});
