import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { type Bidder, makeBidder } from '../../../test/bidders.ts';
import { countStatements } from '../../../test/count-statements.ts';
import { type AuctionValues, endNow, makeAuction } from '../../../test/factories.ts';
import { makeSeller } from '../../../test/seller.ts';
import {
  addressOf,
  kindsTo,
  type SentEmail,
  takeEmails,
  takeJobs,
} from '../../../test/sent-emails.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { kindOf, renderJob } from '../../email/emails.ts';
import { closeEnded } from '../lifecycle/close-ended.ts';

/** The node has no worker, so it sends nothing by itself. */
const { node, db } = await openTestNode();
const nodes = [node, await node.startAnother(), await node.startAnother()];

const SELLER = 'avslut@nordsakring.example';

const { company, manager, ada, bo } = await makeSeller(node, { name: 'Nordsäkring' });
await sql`update companies set ended_auction_email = ${SELLER}, email = 'info@nordsakring.example'
  where id = ${company}`.execute(db);
const cia = await makeBidder(node, company);
const to = {
  ada: await addressOf(node, ada.user_id),
  bo: await addressOf(node, bo.user_id),
  cia: await addressOf(node, cia.user_id),
};
beforeEach(() => takeEmails(node));

const make = (values: Partial<AuctionValues> = {}) =>
  makeAuction(db, { company, creator: manager, extension_minutes: 0, number: 'NS-7', ...values });
let made = 0;
const makeOpen = (values: Partial<AuctionValues> = {}) =>
  make({ number: `NS-${++made}`, ...values });

const watch = (station: Bidder, auction: number) =>
  node.call(station.user_id, 'POST', `/api/auctions/${auction}/alert`);

const endAndClose = async (...auctions: number[]) => {
  await endNow(db, ...auctions);
  await closeEnded(node.context);
};

const one = (emails: SentEmail[], address: string): SentEmail => {
  const found = emails.filter((email) => email.to === address);
  assert.equal(found.length, 1, `one email to ${address}`);
  return found[0]!;
};

test('MAIL-1 at the end the highest bidder, the other bidders and the watchers are each notified once', async () => {
  const auction = await makeOpen();
  await ada.bid(auction, 10_000);
  await bo.bid(auction, 12_500);
  await watch(ada, auction);
  await watch(cia, auction);
  await takeEmails(node);
  await endAndClose(auction);
  const emails = await takeEmails(node);
  const lost = one(emails, to.ada);
  assert.equal(lost.subject, `Ditt bud räckte inte: Volvo V60, auktion NS-${made}`);
  assert.match(lost.html, /Ditt bud räckte inte: Volvo V60/);
  assert.match(lost.text, /12\s500\skr/);
  assert.match(lost.text, /10\s000\skr/);
  assert.doesNotMatch(lost.html, /Stäng av bevakningen/);
  const pending = one(emails, to.bo);
  assert.match(pending.text, /du får ett mejl om du har vunnit/);
  assert.match(pending.text, /Nordsäkring: info@nordsakring\.example/);
  assert.doesNotMatch(pending.html, /Stäng av bevakningen/);
  const watcher = one(emails, to.cia);
  assert.match(watcher.text, /Auktionen som du bevakar är avslutad/);
  assert.match(watcher.text, new RegExp(`http://localhost:3000/auctions/${auction}\\b`));
  assert.equal(emails.length, 4);
});

test('MAIL-4 the seller gets one email with the bids, the highest, whether the reserve is met, and what to do', async () => {
  const cases: [Partial<AuctionValues>, number | null, RegExp[]][] = [
    [{}, 5_000, [/5\s000\skr/, /Antal bud: 1\n/, /Reservationspris: Inget/, /är nu vinnande bud/]],
    [
      { reservation_price: 9_000 },
      5_000,
      [/9\s000\skr, ej uppnått/, /når inte reservationspriset, så ingen vinnare är vald/],
    ],
    [{ reservation_price: 5_000 }, 5_000, [/5\s000\skr, uppnått/]],
    [{ hidden_bids: true, hidden_reservation_price: true }, 5_000, [/5\s000\skr exkl\. moms/]],
    [{}, null, [/utan bud/, /Antal bud: Inga\n/]],
  ];
  for (const [values, bid, patterns] of cases) {
    const auction = await makeOpen(values);
    if (bid) await ada.bid(auction, bid);
    await endAndClose(auction);
    const email = one(await takeEmails(node), SELLER);
    for (const expected of patterns) assert.match(email.text, expected);
    assert.match(email.text, new RegExp(`/auctions/${auction}\\b`));
  }
});

test('MAIL-4 a company without an address gets no email, also if the address was removed before sending', async () => {
  const auction = await makeOpen();
  await endAndClose(auction);
  await sql`update companies set ended_auction_email = '' where id = ${company}`.execute(db);
  assert.deepEqual(await takeEmails(node), []);
  await endAndClose(await makeOpen());
  const { rows } = await sql`select from pgboss.job where name = 'mail'`.execute(db);
  assert.equal(rows.length, 0);
  await sql`update companies set ended_auction_email = ${SELLER} where id = ${company}`.execute(db);
});

test('AUC-13, MAIL-3 the end of a sealed auction shows a station only its own bid', async () => {
  const texts: string[][] = [];
  for (const rival of [null, 900, 77_777]) {
    const auction = await makeOpen({ hidden_bids: true, number: `SEALED-${made}` });
    await sql`update auctions set number = number || ${String(rival)} where id = ${auction}`.execute(
      db,
    );
    await ada.bid(auction, 12_345);
    if (rival) await bo.bid(auction, rival);
    await watch(cia, auction);
    await endAndClose(auction);
    const emails = await takeEmails(node);
    const same = (email: SentEmail) =>
      (email.subject + email.html + email.text)
        .replaceAll(/SEALED-\w+/g, 'N')
        .replaceAll(`/auctions/${auction}`, 'A')
        .replaceAll(/\d\d:\d\d/g, 'T');
    texts.push([same(one(emails, to.ada)), same(one(emails, to.cia))]);
    assert.match(one(emails, to.ada).text, /12\s345\skr/);
    assert.doesNotMatch(one(emails, to.cia).text, /kr\b|högst/i);
  }
  assert.deepEqual(texts[1], texts[0]);
  assert.deepEqual(texts[2], texts[0]);
});

test('MAIL-1 in an open auction the email says that the highest bid is below the reserve', async () => {
  const auction = await makeOpen({ reservation_price: 50_000, hidden_reservation_price: true });
  await ada.bid(auction, 100);
  await endAndClose(auction);
  const { text } = one(await takeEmails(node), to.ada);
  assert.match(text, /når inte reservationspriset/);
  assert.doesNotMatch(text, /50\s000/);
});

test('MAIL-2 cancelling and selecting a winner before the poll send the end once, and a poll does not repeat it', async () => {
  const cancelled = await makeOpen();
  await ada.bid(cancelled, 100);
  await node.call(manager, 'POST', `/api/auctions/${cancelled}/cancel`);
  await closeEnded(node.context);
  assert.deepEqual((await takeEmails(node)).map(({ kind }) => kind).sort(), [
    'company-ended',
    'ended',
  ]);
  const chosen = await makeOpen();
  await ada.bid(chosen, 100);
  await endNow(db, chosen);
  await node.call(manager, 'POST', `/api/auctions/${chosen}/bids/1/select-winner`);
  await closeEnded(node.context);
  assert.deepEqual(kindsTo(await takeEmails(node), to.ada), ['ended']);
});

test('MAIL-2 a recipient that may not be notified any more when the email is sent gets none', async () => {
  const deleted = await makeOpen();
  const unwatched = await makeOpen();
  const removed = await makeOpen();
  const won = await makeOpen();
  const leaver = await makeBidder(node, company);
  await ada.bid(deleted, 100);
  await watch(cia, unwatched);
  await leaver.bid(removed, 100);
  await bo.bid(won, 100);
  await endAndClose(deleted, unwatched, removed, won);
  await node.call(manager, 'DELETE', `/api/auctions/${deleted}`);
  await node.call(cia.user_id, 'DELETE', `/api/auctions/${unwatched}/alert`);
  await sql`update service_stations set removed_at = now_ms() where id = ${leaver.id}`.execute(db);
  await node.call(manager, 'POST', `/api/auctions/${won}/notify-winner`);
  const emails = await takeEmails(node);
  assert.deepEqual(
    emails.map(({ kind, to: address }) => [kind, address]).sort(),
    [
      ['company-ended', SELLER],
      ['company-ended', SELLER],
      ['company-ended', SELLER],
      ['winner', to.bo],
    ].sort(),
  );
});

test('MAIL-2 emails taken together are read by one statement, and a second later by another', async (t) => {
  const auction = await makeOpen();
  await ada.bid(auction, 10_000);
  await watch(bo, auction);
  await watch(cia, auction);
  await takeJobs(node);
  await endAndClose(auction);
  const jobs = (await takeJobs(node)).filter(({ data }) => kindOf(data) === 'ended');
  const context = { ...node.context, together: jobs.map(({ data }) => data) };
  const render = async () => {
    const emails = await Promise.all(jobs.map(({ data, id }) => renderJob(context, data, id)));
    return emails.flatMap((email) => email?.to ?? []).toSorted();
  };
  let read: string[] = [];
  const statements = await countStatements(node.context.pool, async () => {
    read = await render();
  });
  assert.deepEqual(read, [to.ada, to.bo, to.cia].toSorted());
  assert.equal(statements.length, 1);
  await node.call(bo.user_id, 'DELETE', `/api/auctions/${auction}/alert`);
  const later = performance.now() + 1_001;
  t.mock.method(performance, 'now', () => later);
  assert.deepEqual(await render(), [to.ada, to.cia].toSorted());
});

test('MAIL-2 a station whose bid was removed and a deactivated user get no email about the end', async () => {
  const auction = await makeOpen();
  await ada.bid(auction, 100);
  await bo.bid(auction, 200);
  await node.call(manager, 'DELETE', `/api/auctions/${auction}/bids/1`);
  await takeEmails(node);
  await endAndClose(auction);
  await sql`update users set deactivated_at = now_ms() where id = ${bo.user_id}`.execute(db);
  const emails = await takeEmails(node);
  await sql`update users set deactivated_at = null where id = ${bo.user_id}`.execute(db);
  assert.deepEqual(
    emails.map(({ kind }) => kind),
    ['company-ended'],
  );
});

test('MAIL-2 100 auctions closed by three nodes at once send each email once, and a rollback sends none', async () => {
  const auctions: number[] = [];
  for (let n = 0; n < 100; n++) auctions.push(await makeOpen());
  await sql`
    insert into alerts (service_station_id, auction_id)
    select ${cia.id}, id from unnest(${auctions}::integer[]) as id`.execute(db);
  await endNow(db, ...auctions);
  const failing = {
    ...node.context,
    jobs: { ...node.context.jobs, sendAll: () => Promise.reject(new Error('no queue')) },
  };
  await assert.rejects(closeEnded(failing), /no queue/);
  assert.deepEqual(await takeEmails(node), []);
  await Promise.all(
    nodes.map(async ({ context }) => {
      while ((await closeEnded(context)) > 0);
    }),
  );
  const emails = await takeEmails(node);
  assert.equal(kindsTo(emails, to.cia).length, 100);
  assert.equal(kindsTo(emails, SELLER).length, 100);
  assert.equal(new Set(emails.map(({ to: address, subject }) => address + subject)).size, 200);
});

test('AUC-8 a notified winner is notified of the withdrawal, and one not notified gets nothing', async () => {
  const auction = await makeOpen();
  await ada.bid(auction, 10_000);
  await bo.bid(auction, 12_500);
  await endAndClose(auction);
  const choose = (bid: number) =>
    node.call(manager, 'POST', `/api/auctions/${auction}/bids/${bid}/select-winner`, {
      reason: 'Har inte råd',
    });
  await takeEmails(node);
  assert.equal((await choose(1)).status, 200);
  assert.deepEqual(await takeEmails(node), []);
  await node.call(manager, 'POST', `/api/auctions/${auction}/notify-winner`);
  assert.equal((await choose(2)).body.has_notified_winner, false);
  const emails = await takeEmails(node);
  assert.deepEqual(
    emails.map(({ kind, to: address }) => [kind, address]),
    [['winner-withdrawn', to.ada]],
  );
  assert.match(emails[0]!.text, /10\s000\skr/);
  assert.doesNotMatch(emails[0]!.text, /12\s500|Har inte råd/);
});

test('AUC-9 only the station whose bid was removed is notified', async () => {
  for (const hidden_bids of [false, true]) {
    const auction = await makeOpen({ hidden_bids });
    await ada.bid(auction, 500);
    await bo.bid(auction, 777);
    await node.call(manager, 'DELETE', `/api/auctions/${auction}/bids/1`);
    await node.call(manager, 'DELETE', `/api/auctions/${auction}/bids/1`);
    const emails = await takeEmails(node);
    const email = one(emails, to.ada);
    assert.equal(emails.length, 1);
    assert.match(email.subject, /^Ditt bud har tagits bort: Volvo V60, auktion NS-/);
    assert.match(email.text, /500\skr/);
    assert.doesNotMatch(email.text, /777/);
  }
});

test('MAIL-1 very long names are truncated in the subject and wrap in the email', async () => {
  const auction = await makeOpen({
    manufacturer: 'Mercedes-Benz\r\nBcc: a@b.example',
    model: 'Å'.repeat(300),
  });
  await watch(ada, auction);
  await endAndClose(auction);
  const email = one(await takeEmails(node), to.ada);
  assert.ok(email.subject.length < 140, email.subject);
  assert.doesNotMatch(email.subject, /[\r\n]/);
});

test('MAIL-1 the winner gets pickup time, place and contact, with the address of the station that has the object', async () => {
  const auction = await makeOpen({ staging_area_name: 'Bos bilgård' });
  await sql`update service_stations set street = 'Storgatan 1', postal = '70227', city = 'Örebro'
    where id = ${bo.id}`.execute(db);
  await sql`
    with area as (
      insert into staging_areas (company_id, service_station_id, name)
      values (${company}, ${bo.id}, 'Bos bilgård') returning id
    )
    update auctions set staging_area_id = (select id from area) where id = ${auction}`.execute(db);
  await ada.bid(auction, 10_000);
  await endAndClose(auction);
  await takeEmails(node);
  await node.call(manager, 'POST', `/api/auctions/${auction}/notify-winner`);
  const { subject, text } = one(await takeEmails(node), to.ada);
  assert.match(subject, /^Du har vunnit: Volvo V60, auktion NS-/);
  assert.match(text, /Ditt bud: 10\s000\skr exkl\. moms/);
  assert.match(text, /Hämta: Senast (mån|tis|ons|tor|fre|lör|sön)\s\d+\s[a-z]+(\s\d{4})?\n/);
  assert.match(text, /Finns på: Bos bilgård, Storgatan 1, 702 27 Örebro\n/);
  assert.match(text, /Ägarbytet ska vara anmält till Transportstyrelsen inom 10 dagar\.\n/);
  assert.match(
    text,
    /Undersök: Reklamera senast (mån|tis|ons|tor|fre|lör|sön)\s\d+\s[a-z]+(\s\d{4})?\n/,
  );
  assert.match(
    text,
    /Betala: Senast (mån|tis|ons|tor|fre|lör|sön)\s\d+\s[a-z]+(\s\d{4})?, före hämtning\n/,
  );
  assert.match(text, / fakturerar dig\. Betala fakturan före hämtning, /);
  assert.match(
    text,
    /Fri lagring t\.o\.m\. (mån|tis|ons|tor|fre|lör|sön)\s\d+\s[a-z]+\. Därefter 1\s000\skr per påbörjat dygn\./,
  );
  assert.match(text, /De allmänna köpvillkoren gäller för köpet\./);
  assert.match(text, /Frågor\? Kontakta Nordsäkring: info@nordsakring\.example/);
});
