import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { addDays, stockholmInstant, weekdayDate } from '@restvarde/contract/dates';
import { sql } from 'kysely';
import {
  type AuctionValues,
  makeCompany,
  makeStaff,
  shiftAuction,
} from '../../../test/factories.ts';
import { makeSeller } from '../../../test/seller.ts';
import { addressOf, takeEmails } from '../../../test/sent-emails.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { closeEnded } from '../lifecycle/close-ended.ts';
import { remindToNotify, sendSummaries } from './daily-emails.ts';

/** The node has no worker, so it sends nothing by itself. */
const { node, db } = await openTestNode();

const DAY_S = 86_400;
const SELLER = 'dag@nordsakring.example';

const { company, manager, makeOpen, bidByTurns } = await makeSeller(node, {
  name: 'Nordsäkring',
});
await sql`update companies set auction_summary_email = ${SELLER} where id = ${company}`.execute(db);
const quiet = await makeCompany(db);
await sql`update companies set auction_summary_email = 'tyst@sydbolaget.example' where id = ${quiet}`.execute(
  db,
);
beforeEach(() => takeEmails(node));

/** An auction that ended `days` ago, with these bids. */
async function makeEnded(
  daysAgo: number,
  bids: number[],
  values: Partial<AuctionValues> = {},
): Promise<number> {
  const auction = await makeOpen({ ends: 3_600, ...values });
  await bidByTurns(auction, bids);
  await shiftAuction(db, auction, -daysAgo * DAY_S - 3_600);
  await closeEnded(node.context);
  await takeEmails(node);
  return auction;
}

const after24h = () => ({
  from: new Date(Date.now() - DAY_S * 1000),
  to: new Date(Date.now() + 60_000),
});

async function summarise() {
  const period = { day: '2026-11-20', ...after24h() };
  await db.transaction().execute((tx) => sendSummaries(node.context, tx, period));
  return takeEmails(node);
}

async function remind() {
  await db.transaction().execute((tx) => remindToNotify(node.context, tx, { to: new Date() }));
  return takeEmails(node);
}

test('MAIL-4 without events there is no summary', async () => {
  assert.deepEqual(await summarise(), []);
});

test('MAIL-4 the summary has ended auctions with and without bids, winners not notified, and the total', async () => {
  await makeEnded(0, [1_000, 2_500], { number: 'NS-1', model: 'V60' });
  await makeEnded(0, [9_000], { number: 'NS-2', hidden_bids: true, reservation_price: 20_000 });
  await makeEnded(0, [], { number: 'NS-3', model: 'V90' });
  const deleted = await makeEnded(0, [5], { number: 'NS-4' });
  await node.call(manager, 'DELETE', `/api/auctions/${deleted}`);
  const [email, ...more] = await summarise();
  assert.deepEqual(more, []);
  assert.equal(email?.to, SELLER);
  assert.equal(email.subject, 'Sammanfattning fre\u00a020\u00a0nov: 3 avslutade');
  assert.match(email.text, /Avslutade: 3\nMed bud: 2\nUtan bud: 1\n/);
  assert.match(email.text, /Summa högsta bud: 11\s500\skr exkl\. moms/);
  assert.match(
    email.text,
    /Avslutade med bud\n- NS-1, Volvo V60: 2\s500\skr, 2 bud: http\S+\/auctions\/\d+\n- NS-2/,
  );
  assert.match(email.text, /Avslutade utan bud\n- NS-3, Volvo V90: http\S+\n/);
  assert.match(email.text, /Vinnare som inte är meddelade\n- NS-1, [^\n]+\n\n/);
  assert.doesNotMatch(email.text, /NS-4/);
});

test('MAIL-4 a long day is counted in full but listed in part, and an emptied address gets nothing', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => makeEnded(0, [], { number: `L-${index}` })),
  );
  const [email] = await summarise();
  assert.match(email!.text, /… och \d+ till/);
  await sql`update companies set auction_summary_email = '' where id = ${company}`.execute(db);
  assert.deepEqual(await summarise(), []);
  await sql`update companies set auction_summary_email = ${SELLER} where id = ${company}`.execute(
    db,
  );
});

test('MAIL-4, GEN-6 the summary has what is due that day only, also when nothing has ended', async () => {
  const set = (table: 'collections' | 'deregistrations', id: number, values: object) =>
    db.updateTable(table).set(values).where('auction_id', '=', id).execute();
  await sql`update companies set follow_deregistration = true where id = ${company}`.execute(db);
  const undecided = await makeEnded(2, [900], { number: 'D-1', reservation_price: 5_000 });
  const late = await makeEnded(2, [900], { number: 'D-2', damage_condition: 'DISASSEMBLY' });
  const elsewhere = await makeEnded(2, [900], { number: 'D-3', damage_condition: 'DISASSEMBLY' });
  for (const auction of [late, elsewhere]) {
    await node.call(manager, 'POST', `/api/auctions/${auction}/notify-winner`);
  }
  // Far from all other auctions. The clocks go forward the night before: the last Sunday of March.
  const year = new Date().getUTCFullYear() + 2;
  const day = `${year}-03-${31 - new Date(Date.UTC(year, 2, 31)).getUTCDay()}`;
  await set('deregistrations', late, { due_date: addDays(day, 365) });
  await set('collections', elsewhere, { free_until: addDays(day, 365) });
  await set('collections', late, { free_until: addDays(day, -1) });
  await set('deregistrations', elsewhere, { due_date: addDays(day, -1) });
  const decide = (decision_due_at: string) =>
    sql`
      update auction_standings set decision_due_at = ${decision_due_at}::timestamptz
      where auction_id = ${undecided}`.execute(db);
  const summaryOf = async (morning: string) => {
    const [from, to] = [addDays(morning, -1), morning].map((date) =>
      stockholmInstant(`${date}T07:00`),
    );
    const period = { day: morning, from: from!, to: to! };
    await takeEmails(node);
    await db.transaction().execute((tx) => sendSummaries(node.context, tx, period));
    return takeEmails(node);
  };
  await decide(`${day}T16:00:00Z`);
  const [email, ...more] = await summaryOf(day);
  assert.deepEqual(more, []);
  assert.equal(email?.subject, `Sammanfattning ${weekdayDate(day, day)}: 3 att göra i dag`);
  assert.match(
    email.text.replaceAll('\u00a0', ' '),
    new RegExp(
      [
        'Att göra i dag',
        `- D-1, Volvo V60: avgör senast ${weekdayDate(day, day)} 18:00: http\\S+`.replaceAll(
          '\u00a0',
          ' ',
        ),
        '- D-2, Volvo V60: objektet är inte hämtat och lagringsavgift löper: http\\S+',
        '- D-3, Volvo V60: avregistreringen är försenad: http\\S+',
      ].join('\n'),
    ),
  );
  for (const beside of [-1, 1]) assert.deepEqual(await summaryOf(addDays(day, beside)), []);
  // The last second of the day, and the first of the next.
  await decide(`${day}T21:59:59Z`);
  assert.match((await summaryOf(day))[0]!.text, /D-1/);
  await decide(`${day}T22:00:00Z`);
  assert.doesNotMatch((await summaryOf(day))[0]!.text, /D-1/);
  for (const auction of [undecided, late, elsewhere]) {
    await node.call(manager, 'DELETE', `/api/auctions/${auction}`);
  }
  assert.deepEqual(await summaryOf(day), []);
});

test('MAIL-1 after three days the manager is reminded of winners not notified, once, in one email', async () => {
  await remind();
  await makeEnded(3.1, [100], { number: 'NS-40' });
  await makeEnded(4, [100], { number: 'NS-41' });
  await makeEnded(2.9, [100], { number: 'NS-42' });
  await makeEnded(4, [100], { number: 'NS-43', reservation_price: 500 });
  const [email, ...more] = await remind();
  assert.deepEqual(more, []);
  assert.equal(email?.to, await addressOf(node, manager));
  assert.equal(email.subject, '2 vinnare är inte meddelade');
  assert.match(email.text, /- NS-41, Volvo V60\n- NS-40, Volvo V60\n/);
  assert.doesNotMatch(email.text, /NS-4[23]/);
  assert.deepEqual(await remind(), []);
});

test('MAIL-1 if the manager has left, an admin of the company is reminded', async () => {
  const leaver = await makeStaff(db, company);
  const admin = await makeStaff(db, company, 30);
  const auction = await makeEnded(4, [100], { creator: leaver, number: 'NS-50' });
  await sql`update users set deactivated_at = now_ms() where id = ${leaver}`.execute(db);
  const [email] = await remind();
  assert.equal(email?.to, await addressOf(node, admin));
  assert.match(email.text, new RegExp(`/auctions/${auction}\\b`));
});

test('MAIL-2 recipient and content of a reminder are decided when it is sent', async () => {
  await remind();
  const later = async (change: (auctions: number[], reader: number) => Promise<unknown>) => {
    const reader = await makeStaff(db, company);
    const auctions = [
      await makeEnded(4, [100], { creator: reader, number: `S-${reader}-1` }),
      await makeEnded(4, [100], { creator: reader, number: `S-${reader}-2` }),
    ];
    await db.transaction().execute((tx) => remindToNotify(node.context, tx, { to: new Date() }));
    await change(auctions, reader);
    return (await takeEmails(node)).filter(({ kind }) => kind === 'unnotified-winners');
  };
  const notified = await later(([first]) =>
    node.call(manager, 'POST', `/api/auctions/${first}/notify-winner`),
  );
  assert.equal(notified.length, 1);
  assert.match(notified[0]!.subject, /^Vinnaren är inte meddelad: Volvo V60, auktion S-\d+-2$/);
  const other = await makeCompany(db);
  for (const change of [
    (reader: number) => sql`update users set company_id = ${other} where id = ${reader}`,
    (reader: number) => sql`update users set deactivated_at = now_ms() where id = ${reader}`,
  ]) {
    assert.deepEqual(await later((_auctions, reader) => change(reader).execute(db)), []);
  }
  assert.deepEqual(
    await later(([first, second]) =>
      sql`update auctions set deleted_at = now_ms() where id in (${first}, ${second})`.execute(db),
    ),
    [],
  );
});
