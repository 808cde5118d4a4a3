import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { eventually } from '../../test/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { openPool, type Pool } from '../db/pool.ts';
import { openJobs } from './queue.ts';

const JOBS = 30;
/** One of the first batch. */
const FIRST = 0;

describe('jobs fetched in batches', () => {
  let database: TestDatabase;
  let pool: Pool;
  before(async () => {
    database = await createTestDatabase();
    // Thousands of jobs are inserted by one statement.
    pool = openPool(database.url, 2, { timeouts: 'none' });
  });
  beforeEach(async () => {
    await pool.pg.query('delete from pgboss.job');
    const jobs = await openJobs(database.url, { work: false });
    const numbers = Array.from({ length: JOBS }, (_, number) => ({ number }));
    await pool.db.transaction().execute((tx) => jobs.sendAll(tx, 'mail', numbers));
    await jobs.stop();
  });
  after(async () => {
    await pool?.end();
    await database?.drop();
  });

  const numberOf = (job: unknown) => (job as { number: number }).number;

  /** Number of jobs by state. */
  async function count(): Promise<Record<string, number>> {
    const { rows } = await pool.pg.query(
      `select state, count(*) as jobs from pgboss.job where name = 'mail' group by state`,
    );
    return Object.fromEntries(rows.map(({ state, jobs }) => [state, jobs]));
  }

  test('MAIL-2 a hung job delays no other, and jobs completed beside it are marked', async () => {
    const jobs = await openJobs(database.url, { work: true });
    const { promise: answer, resolve } = Promise.withResolvers<void>();
    await jobs.work('mail', { count: 2 }, (job) =>
      numberOf(job) === FIRST ? answer : Promise.resolve(),
    );
    await eventually(async () =>
      assert.deepEqual(await count(), { active: 1, completed: JOBS - 1 }),
    );
    resolve();
    await eventually(async () => assert.deepEqual(await count(), { completed: JOBS }));
    await jobs.stop();
  });

  test('MAIL-2 each job is marked by its own outcome, and retried accordingly', async () => {
    const jobs = await openJobs(database.url, { work: true });
    const tries = new Map<number, number>();
    await jobs.work('mail', { count: 3 }, async (job) => {
      const number = numberOf(job);
      tries.set(number, (tries.get(number) ?? 0) + 1);
      if (number % 5 === 0) throw new Error(`fails ${number}`);
    });
    await eventually(async () =>
      assert.deepEqual(await count(), { retry: JOBS / 5, completed: JOBS - JOBS / 5 }),
    );
    await jobs.stop();
    assert.equal(tries.size, JOBS);
    assert.ok([...tries].every(([number, times]) => times === 1 || number % 5 === 0));
    const { rows } = await pool.pg.query(
      `select data->>'number' as number, output->>'message' as message from pgboss.job where state = 'retry'`,
    );
    for (const { number, message } of rows) assert.equal(message, `fails ${number}`);
  });

  test('MAIL-2, OPS-2 a node that stops starts none of its fetched jobs, and leaves them to others', async () => {
    const jobs = await openJobs(database.url, { work: true });
    const { promise: answer, resolve } = Promise.withResolvers<void>();
    const handled: number[] = [];
    await jobs.work('mail', { count: 1 }, async (job) => {
      handled.push(numberOf(job));
      await answer;
    });
    await eventually(async () => assert.equal(handled.length, 1));
    const stopped = jobs.stop();
    resolve();
    await stopped;
    const { completed, active = 0 } = await count();
    assert.deepEqual(
      { handled: handled.length, completed, active },
      { handled: 1, completed: 1, active: 0 },
    );
  });

  test('MAIL-2 the next of thousands of new jobs are found without reading all', async () => {
    const MANY = 60_000;
    const more = Array.from({ length: MANY }, (_, number) => ({ number }));
    const jobs = await openJobs(database.url, { work: true });
    await pool.db.transaction().execute((tx) => jobs.sendAll(tx, 'mail', more));
    let handled = 0;
    await jobs.work('mail', { count: 1 }, async () => {
      handled += 1;
    });
    await eventually(async () => assert.ok(handled > JOBS));
    // A closed connection has reported its statistics.
    await jobs.stop();
    const { rows } = await pool.pg.query(
      `select sum(idx_tup_read)::integer as entries from pg_stat_all_indexes where relname = 'job_common'`,
    );
    assert.ok(rows[0].entries < MANY, `${rows[0].entries} entries of indexes`);
  });
});
