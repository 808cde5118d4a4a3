import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makeStaff } from '../test/factories.ts';
import { makeSeller } from '../test/seller.ts';
import { takeEmails } from '../test/sent-emails.ts';
import { openTestNode } from '../test/test-node.ts';
import { runDaily } from './jobs/daily.ts';
import { dailyTasks } from './worker.ts';

/** The node has no worker, so nothing runs in the background. */
const { node, db } = await openTestNode();

const SELLER = 'dag@nordsakring.example';
const logged: object[] = [];
const unexpected = (values: object) => assert.fail(JSON.stringify(values));
const log = {
  error: unexpected,
  warn: unexpected,
  info: (values: object) => void logged.push(values),
};
const { company, makeOpen } = await makeSeller(node, { name: 'Nordsäkring' });
await sql`update companies set auction_summary_email = ${SELLER} where id = ${company}`.execute(db);
// A migration marks today as done, and today may be one of the tested days.
await sql`delete from daily_runs`.execute(db);

/** An auction that was closed at this time. */
async function makeClosed(number: string, at: string): Promise<void> {
  const id = await makeOpen({ number, ends: -1 });
  await sql`update auction_standings set closed_at = ${at} where auction_id = ${id}`.execute(db);
  await sql`update auctions set closed_at = ${at} where id = ${id}`.execute(db);
}

const runAt = async (time: string) => {
  await runDaily(db, dailyTasks(node.context, log), new Date(time));
  return (await takeEmails(node)).map(({ kind, subject }) => [
    kind,
    subject.replaceAll('\u00a0', ' '),
  ]);
};

test('MAIL-4 the summary is sent at 07:00 in Stockholm on both days of a clock change, with what ended since the last one', async () => {
  await makeClosed('VÅR-1', '2027-03-27T06:00:00Z');
  await makeClosed('VÅR-2', '2027-03-28T04:59:59Z');
  await makeClosed('VÅR-3', '2027-03-28T05:00:00Z');
  await runAt('2027-03-27T06:00:00Z');
  assert.deepEqual(await runAt('2027-03-28T04:59:59Z'), []);
  assert.deepEqual(await runAt('2027-03-28T05:00:00Z'), [
    ['company-summary', 'Sammanfattning sön 28 mars: 2 avslutade'],
  ]);
  assert.deepEqual(await runAt('2027-03-28T06:00:00Z'), []);

  await makeClosed('HÖST-1', '2027-10-30T05:00:00Z');
  await makeClosed('HÖST-2', '2027-10-31T05:59:59Z');
  await runAt('2027-10-30T05:00:00Z');
  assert.deepEqual(await runAt('2027-10-31T05:59:59Z'), []);
  assert.deepEqual(await runAt('2027-10-31T06:00:00Z'), [
    ['company-summary', 'Sammanfattning sön 31 okt: 2 avslutade'],
  ]);
});

test('DATA-2 retention runs once a night from 03:30, and logs what it removed', async () => {
  const leaver = await makeStaff(db, company);
  await sql`update users set deactivated_at = '2028-01-01T00:00:00Z' where id = ${leaver}`.execute(
    db,
  );
  logged.length = 0;
  const reports = () =>
    logged.flatMap((values) =>
      'report' in values ? [values.report as Record<string, number>] : [],
    );
  await runAt('2028-05-02T01:29:59Z');
  const before = reports().length;
  await runAt('2028-05-02T01:30:00Z');
  await runAt('2028-05-02T02:30:00Z');
  assert.equal(reports().length, before + 1);
  assert.equal(reports().at(-1)?.anonymised_users, 1);
});
