import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { addDays, stockholmDate, stockholmInstant } from '@restvarde/contract/dates';
import { authorise, makeCompany, makeStation, type Station } from '../../../test/factories.ts';
import { addressOf, takeEmails, takeJobs } from '../../../test/sent-emails.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { sendDismantlerEmails } from './send-dismantler-emails.ts';

/** The node has no worker, so it sends nothing by itself. */
const { node, db } = await openTestNode();

const SELLER = 'info@nordsakring.example';
const company = await makeCompany(db, { name: 'Nordsäkring' });
await db.updateTable('companies').set({ email: SELLER }).where('id', '=', company).execute();
beforeEach(() => db.deleteFrom('dismantlers').execute());

async function makeDismantler(valid_to: string): Promise<Station> {
  const station = await makeStation(db, company, { name: 'Lind Bil & Plåt' });
  await authorise(db, station.id, { valid_to });
  return station;
}

const write = (to: Date) =>
  db.transaction().execute((tx) => sendDismantlerEmails(node.context, tx, { to }));

/** Runs the morning's emails of a day in Stockholm; returns their recipients. */
async function morning(day: string): Promise<string[]> {
  await write(stockholmInstant(`${day}T07:00`));
  const jobs = (await takeJobs(node)) as unknown as { data: { has_ended: boolean; to: string } }[];
  return jobs.map(({ data }) => `${data.to}${data.has_ended ? ', ended' : ''}`).toSorted();
}

for (const [clocks, valid_to] of [
  ['go forward', '2027-04-10'],
  ['go back', '2027-10-31'],
] as const) {
  test(`DISM-6 sent thirty days before the last day and on the day after it, once each, when clocks ${clocks}`, async () => {
    await makeDismantler(valid_to);
    const sent: string[] = [];
    for (let day = -33; day <= 10; day += 1) {
      const today = addDays(valid_to, day);
      for (const to of [...(await morning(today)), ...(await morning(today))]) {
        sent.push(`${day}: ${to}`);
      }
    }
    assert.deepEqual(sent, [
      '-30: company',
      '-30: station',
      '1: company, ended',
      '1: station, ended',
    ]);
  });
}

test('DISM-6 a new last day makes both emails due again, a new number does not', async () => {
  const { id } = await makeDismantler('2027-05-31');
  const set = (values: { valid_to: string | null } | { number: string }) =>
    db.updateTable('dismantlers').set(values).where('service_station_id', '=', id).execute();
  assert.equal((await morning('2027-05-20')).length, 2);
  await set({ number: '551-2' });
  assert.deepEqual(await morning('2027-05-21'), []);
  assert.equal((await morning('2027-06-03')).length, 2, 'sent late after days without a node');
  await set({ valid_to: '2027-06-30' });
  assert.equal((await morning('2027-06-04')).length, 2);
  assert.equal((await morning('2027-07-01')).length, 2);
  await set({ valid_to: null });
  assert.deepEqual(await morning('2027-07-02'), []);
});

test('DISM-6 a last day that was long past when entered is not reported', async () => {
  await makeDismantler('2027-05-31');
  assert.deepEqual(await morning('2027-06-08'), []);
});

test('DISM-6 many nodes at once send each email once', async () => {
  await makeDismantler('2027-05-31');
  const to = stockholmInstant('2027-05-20T07:00');
  await Promise.all(Array.from({ length: 4 }, () => write(to)));
  assert.equal((await takeJobs(node)).length, 2);
});

test('DISM-6, MAIL-2 sent to the station and its company’s address, and to nobody if the last day has changed', async () => {
  const today = stockholmDate(new Date());
  const valid_to = addDays(today, 30);
  const { id, user_id } = await makeDismantler(valid_to);
  await write(new Date());
  const emails = await takeEmails(node);
  const to = (address: string) => emails.find((email) => email.to === address);
  assert.equal(emails.length, 2);
  const own = to(await addressOf(node, user_id));
  assert.equal(own?.subject, `Auktorisationen som bilskrotare gäller t.o.m. ${valid_to}`);
  assert.match(own.text, /Auktorisationen för Lind Bil & Plåt går snart ut\./);
  assert.match(to(SELLER)!.html, new RegExp(`/service-stations/${id}"`));

  const changed = await makeDismantler(addDays(today, -1));
  await write(new Date());
  await db
    .updateTable('dismantlers')
    .set({ valid_to: addDays(today, 700) })
    .where('service_station_id', '=', changed.id)
    .execute();
  assert.deepEqual(await takeEmails(node), []);
});
