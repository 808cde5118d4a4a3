import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { addDays, stockholmDate, stockholmInstant } from '@restvarde/contract/dates';
import { sql } from 'kysely';
import { encodeForm } from '../../../test/forms.ts';
import { makeSeller } from '../../../test/seller.ts';
import { addressOf, takeEmails, takeJobs } from '../../../test/sent-emails.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { dayInWords } from '../../auctions/emails/words.ts';
import { sendDeregistrationEmails } from '../emails/daily-emails.ts';

/** The node has no worker, so it sends nothing by itself. */
const { node, db } = await openTestNode();

const TODAY = stockholmDate(new Date());

const { manager, ada, makeOpen, act } = await makeSeller(node, {
  follow_deregistration: true,
});
// Deregistrations of earlier tests must not be due in the next.
beforeEach(() => sql`update deregistrations set due_date = '2020-01-01'`.execute(db));

/** An auction that Ada has won and was notified of, to be deregistered by a date. */
async function makeSold(due_date: string): Promise<number> {
  const auction = await makeOpen({ damage_condition: 'DISASSEMBLY' });
  await ada.bid(auction, 7_000);
  await act(auction, 'cancel');
  await act(auction, 'bids/1/select-winner');
  assert.equal((await act(auction, 'notify-winner')).status, 200);
  await set(auction, { due_date });
  return auction;
}

const set = (auction_id: number, values: object) =>
  db.updateTable('deregistrations').set(values).where('auction_id', '=', auction_id).execute();

const write = (to: Date) =>
  db.transaction().execute((tx) => sendDeregistrationEmails(node.context, tx, { to }));

/** Runs the morning of a day in Stockholm. Returns the recipients. */
async function morning(day: string): Promise<string[]> {
  await takeJobs(node);
  await write(stockholmInstant(`${day}T07:00`));
  const jobs = (await takeJobs(node)) as unknown as { data: { is_overdue: boolean; to: string } }[];
  return jobs.map(({ data }) => `${data.to}${data.is_overdue ? ' overdue' : ''}`).toSorted();
}

const send = async (auction: number) => {
  const file = { name: 'intyg.pdf', content: '%PDF-1.7 intyg' };
  const form = await encodeForm({ kind: 'certificate', date: TODAY, file });
  const url = `/api/auctions/${auction}/deregistration`;
  return node.call(ada.user_id, 'POST', url, form.body, form.headers);
};

test('DISM-7, DISM-10 the winner’s email has the seller’s request, the deadline and the procedure', async () => {
  await takeJobs(node);
  await makeSold('2026-12-24');
  const [email] = await takeEmails(node);
  assert.equal(email?.kind, 'winner');
  assert.match(email.text, /Skrotningsintyg: Senast tor\s24\sdec/);
  assert.match(
    email.text,
    /Säljaren följer upp att fordonet avregistreras\. Skicka in skrotningsintyget på auktionens sida inom 30 dagar/,
  );
});

for (const [clocks, due_date] of [
  ['go forward', '2027-03-30'],
  ['go back', '2027-11-02'],
] as const) {
  test(`DISM-10 emails are sent seven days before the last day and the day after it, once each, while clocks ${clocks}`, async () => {
    await makeSold(due_date);
    const sent: string[] = [];
    for (let day = -10; day <= 12; day += 1) {
      const today = addDays(due_date, day);
      for (const to of [...(await morning(today)), ...(await morning(today))]) {
        sent.push(`${day}: ${to}`);
      }
    }
    assert.deepEqual(sent, ['-7: winner', '1: manager overdue', '1: winner overdue']);
  });
}

test('DISM-10 a missed day is made up for, and a new last day starts both emails again', async () => {
  const auction = await makeSold('2027-05-10');
  assert.deepEqual(await morning('2027-05-08'), ['winner']);
  assert.deepEqual(await morning('2027-05-16'), ['manager overdue', 'winner overdue']);
  await set(auction, { due_date: '2027-06-10' });
  assert.deepEqual(await morning('2027-06-02'), []);
  assert.deepEqual(await morning('2027-06-03'), ['winner']);
  assert.deepEqual(await morning('2027-06-11'), ['manager overdue', 'winner overdue']);
  await makeSold('2027-06-10');
  assert.deepEqual(await morning('2027-06-18'), []);
});

test('DISM-10 no reminder is sent after a certificate, but the overdue email is sent if the certificate was returned', async () => {
  const sent = await makeSold(addDays(TODAY, 5));
  assert.equal((await send(sent)).status, 200);
  assert.deepEqual(await morning(TODAY), []);
  const { body } = await act(sent, 'deregistration/return', { reason: 'Sista sidan saknas.' });
  assert.equal(body.deregistration.state, 'returned');
  assert.deepEqual(await morning(TODAY), []);
  assert.deepEqual(await morning(addDays(TODAY, 6)), ['manager overdue', 'winner overdue']);

  const waived = await makeSold(addDays(TODAY, -1));
  await act(waived, 'deregistration/waive', { reason: 'Redan avregistrerat' });
  assert.deepEqual(await morning(TODAY), []);
});

test('DISM-10, MAIL-2 each email has its content and recipients, and none is sent once a certificate has arrived', async () => {
  const auction = await makeSold(addDays(TODAY, 7));
  await takeJobs(node);
  await write(new Date());
  const [ahead, ...more] = await takeEmails(node);
  assert.deepEqual(more, []);
  assert.equal(ahead?.to, await addressOf(node, ada.user_id));
  assert.equal(
    ahead.subject,
    `Påminnelse: avregistrera Volvo V60 senast ${dayInWords(addDays(TODAY, 7))}`,
  );

  await set(auction, { due_date: addDays(TODAY, -1) });
  await write(new Date());
  const overdue = await takeEmails(node);
  assert.deepEqual(
    overdue.map(({ to }) => to).toSorted(),
    [await addressOf(node, ada.user_id), await addressOf(node, manager)].toSorted(),
  );
  for (const { subject } of overdue)
    assert.match(subject, /^Avregistreringen är försenad: Volvo V60, auktion /);

  const late = await makeSold(addDays(TODAY, -1));
  await takeJobs(node);
  await write(new Date());
  await send(late);
  assert.deepEqual(await takeEmails(node), []);
});
