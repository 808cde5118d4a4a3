import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openPool, type Pool } from '../db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { eventually } from '../testing/eventually.ts';
import { type Jobs, openJobs } from './queue.ts';

describe('the job queue', () => {
  let database: TestDatabase;
  let pool: Pool;
  let jobs: Jobs;
  before(async () => {
    database = await createTestDatabase();
    pool = openPool(database.url);
    jobs = await openJobs(database.url, { work: true });
  });
  after(async () => {
    await jobs?.stop();
    await pool?.end();
    await database?.drop();
  });

  test('MAIL-2 many jobs at once are handled one after the other without a pause, and one that fails holds up none', async () => {
    const handled: number[] = [];
    let running = 0;
    await pool.db.transaction().execute(async (tx) => {
      for (let number = 0; number < 30; number++) await jobs.send(tx, 'mail', { number });
    });
    await jobs.work('mail', [null], async (job) => {
      assert.equal(++running, 1);
      await new Promise(setImmediate);
      running -= 1;
      const { number } = job as { number: number };
      if (number === 3) throw new Error('fails');
      handled.push(number);
    });
    await eventually(async () => assert.equal(handled.length, 29), 8_000);
    assert.deepEqual(
      handled,
      Array.from({ length: 30 }, (_, number) => number).filter((number) => number !== 3),
    );
  });
});
