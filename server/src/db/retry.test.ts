import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../test/test-database.ts';
import { openPool, type Tx } from './pool.ts';
import { Overtaken } from './retry.ts';

const database = await createTestDatabase();
const pool = openPool(database.url, 4);
after(async () => {
  await pool.end();
  await database.drop();
});
await sql`create table counters (id integer primary key, value integer not null default 0)`.execute(
  pool.db,
);
await sql`insert into counters (id) values (1), (2)`.execute(pool.db);

const add = (tx: Tx, id: number) =>
  sql`update counters set value = value + 1 where id = ${id}`.execute(tx);

test('GEN-4 two transactions that deadlock both complete', async () => {
  const both = Promise.withResolvers<void>();
  let begun = 0;
  let runs = 0;
  const addBoth = (first: number, second: number) =>
    pool.db.transaction().execute(async (tx) => {
      runs += 1;
      await add(tx, first);
      if (++begun === 2) both.resolve();
      await both.promise;
      await add(tx, second);
    });
  await Promise.all([addBoth(1, 2), addBoth(2, 1)]);
  assert.equal(runs, 3);
  const { rows } = await sql`select value from counters order by id`.execute(pool.db);
  assert.deepEqual(rows, [{ value: 2 }, { value: 2 }]);
});

test('GEN-4 a transaction that is overtaken twice, or fails for another reason, is not run a third time', async () => {
  let runs = 0;
  const failing = (error: Error) =>
    pool.db.transaction().execute(async (tx) => {
      runs += 1;
      await add(tx, 1);
      throw error;
    });
  await assert.rejects(failing(new Overtaken('always')), Overtaken);
  assert.equal(runs, 2);
  await assert.rejects(failing(new Error('a bug')), /a bug/);
  assert.equal(runs, 3);
  const { rows } = await sql`select value from counters where id = 1`.execute(pool.db);
  assert.deepEqual(rows, [{ value: 2 }]);
});
