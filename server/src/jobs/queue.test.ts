import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../../test/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { openPool, type Pool } from '../db/pool.ts';
import { type Jobs, openJobs } from './queue.ts';

describe('the job queue', () => {
  let database: TestDatabase;
  let pool: Pool;
  let jobs: Jobs;
  const faults: string[] = [];
  const log = {
    error: (values: object) => void faults.push(Object(values).err.message),
    warn: () => {},
    info: () => {},
  };
  before(async () => {
    database = await createTestDatabase();
    pool = openPool(database.url);
    jobs = await openJobs(database.url, { work: true, log });
  });
  after(async () => {
    await jobs?.stop();
    await pool?.end();
    await database?.drop();
  });

  test('MAIL-2 many jobs in one slot run without a pause, and a failing one delays none', async () => {
    const handled: number[] = [];
    let running = 0;
    await pool.db.transaction().execute(async (tx) => {
      for (let number = 0; number < 30; number++) await jobs.send(tx, 'mail', { number });
    });
    await jobs.work('mail', { count: 1 }, async (job) => {
      assert.equal(++running, 1);
      await new Promise(setImmediate);
      running -= 1;
      const { number } = job as { number: number };
      if (number === 3) throw new Error('fails');
      handled.push(number);
    });
    await eventually(async () => assert.equal(handled.length, 29));
    assert.deepEqual(
      handled.toSorted((a, b) => a - b),
      Array.from({ length: 30 }, (_, number) => number).filter((number) => number !== 3),
    );
  });

  test('MAIL-2 an email is retried for at least half a day, whatever the jitter, before it is given up', async () => {
    const { rows } = await pool.pg.query(`
      select retry_limit, retry_delay, retry_delay_max, retry_backoff from pgboss.queue where name = 'mail'`);
    const { retry_limit, retry_delay, retry_delay_max, retry_backoff } = rows[0];
    assert.equal(retry_backoff, true);
    let seconds = 0;
    for (let tries = 0; tries < retry_limit; tries++) {
      seconds += Math.min(retry_delay_max, (retry_delay * 2 ** Math.min(16, tries)) / 2);
    }
    assert.ok(seconds >= 12 * 3600, `${(seconds / 3600).toFixed(2)} hours`);
    assert.ok(seconds < 14 * 3600);
  });

  test('MAIL-2 completed jobs are deleted, so that the queue stays small', async () => {
    const { rows } = await pool.pg.query(
      `select deletion_seconds from pgboss.queue where name = 'mail'`,
    );
    assert.equal(rows[0].deletion_seconds, 60);
  });

  test('OPS-7 a fault of the queue is logged once while it lasts', async () => {
    await pool.pg.query('alter schema pgboss rename to away');
    await eventually(async () => assert.ok(faults.length > 0));
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await pool.pg.query('alter schema away rename to pgboss');
    assert.equal(faults.length, 1);
    assert.match(faults[0]!, /pgboss/);
  });
});
