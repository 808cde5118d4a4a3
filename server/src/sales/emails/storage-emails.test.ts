import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { addDays, stockholmDate, stockholmInstant } from '@restvarde/contract/dates';
import { sql } from 'kysely';
import { makeSeller } from '../../../test/seller.ts';
import { addressOf, takeEmails, takeJobs } from '../../../test/sent-emails.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { dayInWords } from '../../auctions/emails/words.ts';
import { sendStorageEmails } from './daily-emails.ts';

/** The node has no worker, so it sends nothing by itself. */
const { node, db } = await openTestNode();

const TODAY = stockholmDate(new Date());

const { manager, ada, makeOpen, act } = await makeSeller(node, { name: 'Nordsäkring' });
// Collections of earlier tests must not be due in the next.
beforeEach(() => sql`update collections set free_until = '2020-01-01'`.execute(db));

/** An auction that Ada has won and was notified of, with free storage until a date. */
async function makeSold(free_until: string, values: object = {}): Promise<number> {
  const auction = await makeOpen(values);
  await ada.bid(auction, 7_000);
  await act(auction, 'cancel');
  await act(auction, 'bids/1/select-winner');
  assert.equal((await act(auction, 'notify-winner')).status, 200);
  await set(auction, { free_until });
  await takeJobs(node);
  return auction;
}

const set = (auction_id: number, values: object) =>
  db.updateTable('collections').set(values).where('auction_id', '=', auction_id).execute();

/** Runs the morning of a day in Stockholm. Returns the kinds of emails. */
async function morning(day: string): Promise<string[]> {
  const to = stockholmInstant(`${day}T07:00`);
  await db.transaction().execute((tx) => sendStorageEmails(node.context, tx, { to }));
  return (await takeJobs(node)).map(({ data }) => ('kind' in data ? data.kind : data.letter));
}

for (const [clocks, free_until] of [
  ['go forward', '2027-03-27'],
  ['go back', '2027-10-30'],
] as const) {
  test(`PICK-6, MAIL-1 emails are sent three days before free storage ends, the day after and a week later, once each, while clocks ${clocks}`, async () => {
    await makeSold(free_until);
    const sent: string[] = [];
    for (let day = -5; day <= 20; day += 1) {
      const today = addDays(free_until, day);
      for (const kind of [...(await morning(today)), ...(await morning(today))]) {
        sent.push(`${day}: ${kind}`);
      }
    }
    assert.deepEqual(sent, ['-3: pickup-reminder', '1: storage-running', '8: storage-running']);
  });
}

test('PICK-6 after a missed day only the email that applies now is sent', async () => {
  const free_until = '2027-05-10';
  await makeSold(free_until);
  assert.deepEqual(await morning('2027-05-10'), ['pickup-reminder']);
  assert.deepEqual(await morning('2027-05-20'), ['storage-running']);
  await makeSold(free_until);
  assert.deepEqual(await morning('2027-05-25'), []);
});

test('PICK-6 no email is sent while storage is free, waived, or paid without a code, and the remaining ones are sent once it costs', async () => {
  const waived = await makeSold('2027-06-10');
  await set(waived, { waived_days: 3 });
  const held = await makeSold('2027-06-10');
  await set(held, { release_after_payment: true, paid_at: '2027-06-01', released_at: null });
  const sent: string[] = [];
  for (let day = 11; day <= 18; day += 1) {
    for (const kind of await morning(`2027-06-${day}`)) sent.push(`${day}: ${kind}`);
  }
  assert.deepEqual(sent, ['14: storage-running', '18: storage-running']);
});

test('PICK-6 with many nodes the winner gets one email', async () => {
  await makeSold('2027-07-01');
  const to = stockholmInstant('2027-07-02T07:00');
  await Promise.all(
    Array.from({ length: 4 }, () =>
      db.transaction().execute((tx) => sendStorageEmails(node.context, tx, { to })),
    ),
  );
  assert.equal((await takeJobs(node)).length, 1);
});

async function sentToday() {
  await db.transaction().execute((tx) => sendStorageEmails(node.context, tx, { to: new Date() }));
  return takeEmails(node);
}

test('MAIL-1, PICK-6 the reminder has the deadline and the register text', async () => {
  await makeSold(addDays(TODAY, 3), { number: 'NS-20' });
  const [email, ...more] = await sentToday();
  assert.deepEqual(more, []);
  assert.equal(email?.to, await addressOf(node, ada.user_id));
  assert.equal(
    email.subject,
    `Påminnelse: hämta Volvo V60 senast ${dayInWords(addDays(TODAY, 3))}`,
  );
  assert.match(email.text, /Ägarbytet ska vara anmält till Transportstyrelsen inom 10 dagar\.\n/);
});

test('MAIL-1, OFFER-9 the reminder names the price of an accepted offer, not a bid', async () => {
  const auction = await makeOpen({ reservation_price: 60_000 });
  await ada.bid(auction, 7_000);
  await act(auction, 'cancel');
  const offer = await act(auction, 'bids/1/offers', { amount: 8_000 });
  const path = `/api/offers/${offer.body.id}/accept`;
  assert.equal((await node.call(ada.user_id, 'POST', path, {})).status, 200);
  await set(auction, { free_until: addDays(TODAY, 3) });
  await takeJobs(node);
  const [email] = await sentToday();
  const text = email?.text.replaceAll('\u00a0', ' ');
  assert.match(text ?? '', /Pris: 8 000 kr exkl\. moms/);
  assert.doesNotMatch(text ?? '', /Ditt bud/);
});

test('PICK-6 «Lagringsavgift löper» has the start, the fee so far and the release code', async () => {
  const auction = await makeSold(addDays(TODAY, -2), { number: 'NS-21' });
  const { release_code } = (await node.call(manager, 'GET', `/api/auctions/${auction}`)).body
    .collection;
  const [email, ...more] = await sentToday();
  assert.deepEqual(more, []);
  assert.equal(email?.to, await addressOf(node, ada.user_id));
  assert.equal(email.subject, 'Lagringsavgift löper: Volvo V60, auktion NS-21');
  const text = email.text.replaceAll('\u00a0', ' ');
  assert.match(
    text,
    new RegExp(
      `Lagringen var fri t\\.o\\.m\\. ${dayInWords(addDays(TODAY, -2)).replaceAll('\u00a0', ' ')}`,
    ),
  );
  assert.match(text, /Lagring hittills: 2 dygn: 2 000 kr exkl\. moms/);
  assert.ok(text.includes(`${release_code.slice(0, 3)}-${release_code.slice(3)}`));
});

test('PICK-6, MAIL-2 no email after a handover, a withdrawn win or an undone purchase', async () => {
  const write = () =>
    db.transaction().execute((tx) => sendStorageEmails(node.context, tx, { to: new Date() }));
  const ends: [string, object][] = [
    ['collection/hand-over', { collected_by: 'Kim Åkesson', reason: 'Telefonen var död' }],
    ['collection/undo', { reason: 'Hämtar inte' }],
  ];
  for (const free_until of [addDays(TODAY, -1), addDays(TODAY, 1)]) {
    for (const [path, body] of ends) {
      const before = await makeSold(free_until);
      const since = await makeSold(free_until);
      assert.equal((await act(before, path, { ...body, agreed: true })).status, 200);
      await takeJobs(node);
      await write();
      assert.equal((await act(since, path, { ...body, agreed: true })).status, 200);
      const kinds = (await takeEmails(node)).map(({ kind }) => kind);
      assert.ok(!kinds.includes('pickup-reminder') && !kinds.includes('storage-running'));
    }
  }
});
