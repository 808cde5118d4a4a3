import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { openPool, type Pool } from '../db/pool.ts';
import { type DailyTask, runDaily } from './daily.ts';

let database: TestDatabase;
let pools: Pool[];
before(async () => {
  database = await createTestDatabase();
  pools = [openPool(database.url, 3), openPool(database.url, 3), openPool(database.url, 3)];
});
after(async () => {
  for (const pool of pools) await pool.end();
  await database.drop();
});

/** Runs a task on three nodes at once at each of the times; returns the periods it got, as ISO times. */
async function runAt(task: string, times: string[]): Promise<string[][]> {
  const runs: string[][] = [];
  const tasks: DailyTask[] = [
    {
      task,
      at: '07:00',
      run: async (_tx, { from, to }) => {
        runs.push([from.toISOString(), to.toISOString()]);
      },
    },
  ];
  for (const time of times) {
    await Promise.all(pools.map(({ db }) => runDaily(db, tasks, new Date(time))));
  }
  return runs;
}

test('MAIL-4 tasks run at 07:00 in Stockholm, once a day, also on clock changes', async () => {
  const spring = await runAt('spring', [
    '2027-03-27T05:59:59Z',
    '2027-03-27T06:00:00Z',
    '2027-03-27T06:00:30Z',
    '2027-03-28T04:59:59Z',
    '2027-03-28T05:00:00Z',
    '2027-03-29T05:10:00Z',
  ]);
  assert.deepEqual(spring, [
    ['2027-03-26T06:00:00.000Z', '2027-03-27T06:00:00.000Z'],
    ['2027-03-27T06:00:00.000Z', '2027-03-28T05:00:00.000Z'],
    ['2027-03-28T05:00:00.000Z', '2027-03-29T05:00:00.000Z'],
  ]);
  const autumn = await runAt('autumn', [
    '2027-10-30T05:00:00Z',
    '2027-10-31T05:00:00Z',
    '2027-10-31T06:00:00Z',
    '2027-11-01T06:00:00Z',
  ]);
  assert.deepEqual(autumn, [
    ['2027-10-29T05:00:00.000Z', '2027-10-30T05:00:00.000Z'],
    ['2027-10-30T05:00:00.000Z', '2027-10-31T06:00:00.000Z'],
    ['2027-10-31T06:00:00.000Z', '2027-11-01T06:00:00.000Z'],
  ]);
});

test('MAIL-4 a missed day is made up for when a node runs again', async () => {
  const runs = await runAt('pause', ['2027-05-03T08:00:00Z', '2027-05-06T20:00:00Z']);
  assert.deepEqual(runs, [
    ['2027-05-02T05:00:00.000Z', '2027-05-03T05:00:00.000Z'],
    ['2027-05-03T05:00:00.000Z', '2027-05-06T05:00:00.000Z'],
  ]);
});

test('MAIL-2 a failed run is not marked as done, and runs again', async () => {
  const { db } = pools[0]!;
  let runs = 0;
  const tasks: DailyTask[] = [
    {
      task: 'failing',
      at: '07:00',
      run: async () => {
        if (++runs === 1) throw new Error('fails');
      },
    },
  ];
  const now = new Date('2027-05-03T08:00:00Z');
  await assert.rejects(runDaily(db, tasks, now), /fails/);
  await runDaily(db, tasks, now);
  await runDaily(db, tasks, now);
  assert.equal(runs, 2);
});

test('MAIL-4 a new database has nothing to make up for on its first day', async () => {
  // The template database may have been created on the day before.
  const { rows } = await sql<{ task: string; age: number }>`
    select task, (now() at time zone 'Europe/Stockholm')::date - day::date as age from daily_runs
    where task in ('reminders', 'retention', 'summary') order by task`.execute(pools[0]!.db);
  assert.deepEqual(
    rows.map(({ task }) => task),
    ['reminders', 'retention', 'summary'],
  );
  assert.ok(rows.every(({ age }) => age === rows[0]!.age && age <= 1));
});
