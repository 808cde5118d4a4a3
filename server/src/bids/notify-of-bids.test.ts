import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { type Bidder, makeBidder } from '../../test/bidders.ts';
import { endNow } from '../../test/factories.ts';
import { makeSeller } from '../../test/seller.ts';
import { addressOf, kindsTo, takeEmails } from '../../test/sent-emails.ts';
import { openTestNode } from '../../test/test-node.ts';
import { closeEnded } from '../auctions/lifecycle/close-ended.ts';
import { notifyOfBids } from './notify-of-bids.ts';

/** The node has no worker, so it sends nothing by itself. */
const { node, db } = await openTestNode();
const nodes = [node, await node.startAnother(), await node.startAnother()];

const { company, manager, makeOpen } = await makeSeller(node, { name: 'Nordsäkring' });
const [ada, bo, cia] = [
  await makeBidder(node, company),
  await makeBidder(node, company),
  await makeBidder(node, company),
];
const to = {
  ada: await addressOf(node, ada.user_id),
  bo: await addressOf(node, bo.user_id),
  cia: await addressOf(node, cia.user_id),
};
beforeEach(async () => {
  await notifyOfBids(node.context);
  await takeEmails(node);
});

const watch = (station: Bidder, auction: number) =>
  node.call(station.user_id, 'POST', `/api/auctions/${auction}/alert`);
/** Returns what a poll by all nodes at once sends, as [kind, address]. */
const notify = async () => {
  await Promise.all(nodes.map(({ context }) => notifyOfBids(context)));
  return (await takeEmails(node)).map(({ kind, to: address }) => [kind, address]);
};
/** Lets time pass since the watchers were last notified. */
const pass = (auction: number, seconds: number) =>
  sql`update alerts set told_at = told_at - make_interval(secs => ${seconds})
    where auction_id = ${auction}`.execute(db);

test('MAIL-1 a station that loses the lead is notified once, with the leading bid', async () => {
  const auction = await makeOpen({ number: 'NS-12', reservation_price: 90_000, start_bid: 500 });
  await ada.bid(auction, 1_000);
  assert.deepEqual(await notify(), []);
  await bo.bid(auction, 1_500);
  await notifyOfBids(node.context);
  const emails = await takeEmails(node);
  assert.deepEqual(
    emails.map(({ kind, to: address }) => [kind, address]),
    [['outbid', to.ada]],
  );
  const { subject, text } = emails[0]!;
  assert.equal(subject, 'Du är överbjuden: Volvo V60, auktion NS-12');
  assert.match(text, /Högsta bud: 1\s500\skr/);
  assert.match(text, /Ditt bud: 1\s000\skr/);
  assert.match(text, /Lägsta nästa bud: 1\s501\skr/);
  assert.match(text, /Reservationspris: 90\s000\skr, ej uppnått/);
  assert.deepEqual(await notify(), []);
  await cia.bid(auction, 2_000);
  assert.deepEqual(await notify(), [['outbid', to.bo]]);
});

test('MAIL-1 a station that raises its own leading bid, or loses and regains the lead between two polls, is not notified', async () => {
  const auction = await makeOpen();
  await ada.bid(auction, 100);
  await ada.bid(auction, 200);
  await bo.bid(auction, 300);
  await ada.bid(auction, 400);
  assert.deepEqual(await notify(), [['outbid', to.bo]]);
});

test('MAIL-1 every station that led between two polls and no longer leads is notified once', async () => {
  const auction = await makeOpen();
  await ada.bid(auction, 100);
  await bo.bid(auction, 200);
  await ada.bid(auction, 300);
  await bo.bid(auction, 400);
  await cia.bid(auction, 500);
  assert.deepEqual(
    (await notify()).sort(),
    [
      ['outbid', to.ada],
      ['outbid', to.bo],
    ].sort(),
  );
});

test('MAIL-1, AUC-9 a station that regained the lead by a removal is notified when it loses it again', async () => {
  const auction = await makeOpen();
  await ada.bid(auction, 100);
  await bo.bid(auction, 200);
  assert.deepEqual(await notify(), [['outbid', to.ada]]);
  await node.call(manager, 'DELETE', `/api/auctions/${auction}/bids/2`);
  assert.deepEqual(await notify(), [['bid-removed', to.bo]]);
  await cia.bid(auction, 150);
  assert.deepEqual(await notify(), [['outbid', to.ada]]);
});

test('MAIL-1 a delayed email goes only to stations that are still outbid', async () => {
  const auction = await makeOpen();
  await ada.bid(auction, 100);
  await bo.bid(auction, 200);
  await notifyOfBids(node.context);
  await ada.bid(auction, 300);
  assert.deepEqual(await takeEmails(node), []);
  await cia.bid(auction, 400);
  await notifyOfBids(node.context);
  await endNow(db, auction);
  await closeEnded(node.context);
  const kinds = (await takeEmails(node)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['ended', 'ended', 'ended']);
});

test('MAIL-3, AUC-13 nobody is notified of bids in a sealed auction', async () => {
  const auction = await makeOpen({ hidden_bids: true });
  await watch(cia, auction);
  await ada.bid(auction, 500);
  await bo.bid(auction, 900);
  assert.deepEqual(await notify(), []);
});

test('MAIL-3 a watcher is notified at most once in 5 minutes, of all new bids', async () => {
  const auction = await makeOpen();
  await watch(cia, auction);
  await ada.bid(auction, 100);
  assert.deepEqual(await notify(), [['bid-news', to.cia]]);
  for (const amount of [200, 300, 400]) {
    await ada.bid(auction, amount);
    assert.deepEqual(await notify(), []);
  }
  await pass(auction, 240);
  assert.deepEqual(await notify(), []);
  await pass(auction, 60);
  await notifyOfBids(node.context);
  const [email, ...more] = await takeEmails(node);
  assert.deepEqual(more, []);
  assert.equal(email?.to, to.cia);
  assert.match(email.text, /Hittills: 4 bud/);
  assert.match(email.text, /Högsta bud: 400\skr/);
  assert.match(email.html, /Stäng av bevakningen/);
  await pass(auction, 3_600);
  assert.deepEqual(await notify(), []);
});

test('MAIL-3 in the last 15 minutes a watcher is notified at once', async () => {
  const auction = await makeOpen({ ends: 14 * 60, extension_minutes: 0 });
  await watch(cia, auction);
  await ada.bid(auction, 100);
  assert.deepEqual(await notify(), [['bid-news', to.cia]]);
  await ada.bid(auction, 200);
  await pass(auction, 5);
  assert.deepEqual(await notify(), [['bid-news', to.cia]]);
});

test('MAIL-3 a watcher is not notified of its own bids, while it leads, or of bids before the watch', async () => {
  const auction = await makeOpen();
  await ada.bid(auction, 100);
  await notify();
  await watch(cia, auction);
  assert.deepEqual(await notify(), []);
  await watch(ada, auction);
  await ada.bid(auction, 200);
  assert.deepEqual(await notify(), [['bid-news', to.cia]]);
});

test('MAIL-3 a watcher that is notified of losing the lead gets no second email about the same bid', async () => {
  const auction = await makeOpen();
  await watch(ada, auction);
  await ada.bid(auction, 100);
  await notify();
  await bo.bid(auction, 200);
  assert.deepEqual(await notify(), [['outbid', to.ada]]);
  await pass(auction, 3_600);
  assert.deepEqual(await notify(), []);
});

test('MAIL-3 delayed news is sent once, and not to stations that have stopped watching', async () => {
  const auction = await makeOpen();
  await watch(cia, auction);
  for (const amount of [100, 200, 300]) {
    await ada.bid(auction, amount);
    await notifyOfBids(node.context);
    await pass(auction, 300);
  }
  assert.deepEqual(kindsTo(await takeEmails(node), to.cia), ['bid-news']);
  await ada.bid(auction, 400);
  await notifyOfBids(node.context);
  await node.call(cia.user_id, 'DELETE', `/api/auctions/${auction}/alert`);
  assert.deepEqual(await takeEmails(node), []);
});

test('MAIL-2 with concurrent bids and polls on three nodes every lost lead is notified exactly once', async () => {
  const auctions = await Promise.all(Array.from({ length: 20 }, () => makeOpen()));
  const people = [ada, bo, cia];
  let isOver = false;
  const looking = nodes.map(async ({ context }) => {
    while (!isOver) await notifyOfBids(context);
  });
  const rows: { auction: number; lost: number; bid: number }[] = [];
  const gather = async () => {
    const { rows: jobs } = await sql<{ auction: number; lost: number; bid: number }>`
      delete from pgboss.job where name = 'mail' and data->>'kind' = 'outbid'
      returning (data->>'auction_id')::integer as auction,
        (data->>'service_station_id')::integer as lost, (data->>'bid_id')::integer as bid`.execute(
      db,
    );
    rows.push(...jobs);
  };
  for (let round = 0; round < 12; round++) {
    const bidder = people[round % 3]!;
    await Promise.all(auctions.map((auction) => bidder.bid(auction, (round + 1) * 100)));
    if (round % 2) await gather();
  }
  isOver = true;
  await Promise.all(looking);
  await notifyOfBids(node.context);
  await gather();
  assert.equal(new Set(rows.map((row) => JSON.stringify(row))).size, rows.length);
  for (const auction of auctions) {
    // The last two stations that lost the lead have been notified, however bids were batched.
    const notified = new Set(rows.filter((row) => row.auction === auction).map((row) => row.bid));
    assert.ok(notified.has(11), `auction ${auction} notified the last station that led`);
    assert.ok(notified.has(10));
  }
});
