import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { LIVE_PATH } from '@restvarde/contract/live';
import { sql } from 'kysely';
import { endNow, makeStaff } from '../../test/factories.ts';
import { listen, openReadySocket } from '../../test/live-socket.ts';
import { startPushService, subscribe } from '../../test/receivers/push-service.ts';
import { makeSeller } from '../../test/seller.ts';
import { addressOf, kindsTo, takeEmails } from '../../test/sent-emails.ts';
import { startTestNode } from '../../test/test-node.ts';
import { closeEnded } from '../auctions/lifecycle/close-ended.ts';
import { asViewer } from '../db/as-viewer.ts';
import { announceEndings } from '../push/queue-pushes.ts';
import { openPushSender } from '../push/send-pushes.ts';
import { notifyOfBids } from './notify-of-bids.ts';

const node = await startTestNode({ reachesPrivate: true, logsAccess: true });
const { db } = node.context.pool;
const pushService = await startPushService();
const sender = openPushSender(node.context, node.app.log);
after(async () => {
  await sender.stop();
  await node.stop();
  await pushService.stop();
});
const log = recordLog();
const address = await listen(node);
const root = await makeStaff(db, null, 30);

/** Times, ids and names of a world are left out. */
const plain = (said: unknown) =>
  JSON.stringify(said)
    // Frames are text within text.
    .replaceAll('\\"', '"')
    .replaceAll(/"(?:\w+_)?id":\d+|"company":\d+/g, '"id":0')
    // A proof names people by id.
    .replaceAll(/"\d+":(?=\{|")/g, '"0":')
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?|[a-zåäö]+\s\d+\s[a-z]+\s\d\d:\d\d/g, 'TIME')
    .replaceAll(/\b(?:[b-df-hj-np-tv-x]{8}|[0-9a-f]{8})\b/g, 'NAME')
    .replaceAll(/\b[0-9a-f]{64}\b|"signature":"[\w+/=-]+"/g, 'HASH')
    .replaceAll(/(?<=\/auctions\/|"ending-)\d+/g, '0')
    .replaceAll(/(?<=cursor=)[\w-]+|e=\d+&s=[\w-]+/g, '');

/** The lines that the node logs at any level from now on. */
function recordLog(): string[] {
  const lines: string[] = [];
  const stream = Object.getOwnPropertySymbols(node.app.log).find(
    ({ description }) => description === 'pino.stream',
  );
  assert.ok(stream);
  Object.assign(node.app.log, { [stream]: { write: (line: string) => void lines.push(line) } });
  node.app.log.level = 'trace';
  return lines;
}

/** Where two texts part. */
function firstDifference(one: string, other: string): string[] {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return [one, other].map((text) => text.slice(Math.max(0, at - 100), at + 60));
}

/** Plays an auction in which Ada's maximum is `first`, then `second`. Returns all that others get to see. */
async function play(first: number, second: number) {
  const seller = await makeSeller(node);
  const { company, manager, ada, bo, makeOpen } = seller;
  const admin = await makeStaff(db, company, 30);
  const auction = await makeOpen({
    number: 'NS-77',
    allows_max_bids: true,
    start_bid: 500,
    reservation_price: 2_000,
  });
  const token = async (user: number) => (await node.logIn(user)).access;
  const page = LIVE_PATH.auction.replace(':id', String(auction));
  const sockets = await Promise.all([
    openReadySocket(address, page, bo.access),
    openReadySocket(address, LIVE_PATH.auctions, bo.access),
    openReadySocket(address, page, await token(manager)),
    openReadySocket(address, page, await token(root)),
  ]);
  const own = await openReadySocket(address, page, ada.access);
  await node.call(bo.user_id, 'POST', `/api/auctions/${auction}/alert`);
  const browser = pushService.openBrowser();
  await subscribe(node, bo.user_id, browser);
  const seen: unknown[] = [];
  const look = async () => {
    for (const user of [bo.user_id, manager, admin, root]) {
      for (const path of [
        `auctions/${auction}`,
        `auctions/${auction}/bids`,
        `auctions/${auction}/history`,
        `auctions?company=${company}`,
        `auctions/export?company=${company}`,
        'my-auctions',
        'my-bids',
        `statistics?company=${company}`,
      ]) {
        const { status, body } = await node.call(user, 'GET', `/api/${path}`);
        seen.push([path.split('?')[0]!.replace(/\d+/, 'ID'), status, body]);
      }
    }
  };
  // Waits until it is published, so that no two changes share a message.
  const published = () => Promise.all(sockets.map((socket) => socket.next()));
  await ada.setMax(auction, first);
  await published();
  await look();
  await ada.setMax(auction, second);
  await look();
  const challenge = await bo.bid(auction, 3_000);
  await published();
  const { status, body } = await bo.setMax(auction, 4_000);
  await published();
  seen.push([challenge.status, challenge.body, status, body]);
  await look();
  await node.call(manager, 'DELETE', `/api/auctions/${auction}/bids/2`);
  await published();
  await notifyOfBids(node.context);
  await look();
  await sql`
    update auction_standings set end_dt = now_ms() + interval '1 minute' where auction_id = ${auction}`.execute(
    db,
  );
  await announceEndings(node.context);
  while ((await sender.run()) > 0);
  await sender.idle();
  await endNow(db, auction);
  await closeEnded(node.context);
  await look();
  const proof = await node.call(manager, 'GET', `/api/auctions/${auction}/proof.json`);
  assert.equal(proof.status, 200);
  const pushes = browser.received.map(({ payload }) => payload);
  assert.ok(pushes.length > 0);
  seen.push(proof.body, pushes);
  const mine = await addressOf(node, ada.user_id);
  const emails = await takeEmails(node);
  seen.push(emails.filter(({ to }) => to !== mine).map(({ kind, text }) => [kind, text]));
  const logged =
    await sql`select action, before, after from audit_log where auction_id = ${auction}`.execute(
      db,
    );
  seen.push(logged.rows);
  const { rows: chained } =
    await sql`select * from chain_links where auction_id = ${auction}`.execute(db);
  for (const socket of sockets) {
    await socket.next((message) => message.closed);
    seen.push(socket.frames);
    for (const message of socket.messages) {
      assert.ok(!('my_max_bid' in message) || socket === sockets[0] || socket === sockets[1]);
    }
    socket.socket.close();
  }
  await own.next((message) => message.closed);
  own.socket.close();
  assert.ok(!JSON.stringify(chained).includes(String(second)));
  return { seen: plain(seen), own: own.messages, emails, mine, auction, seller, admin };
}

test('AUTO-8, AUTO-6, AUTO-9 others cannot distinguish worlds that differ only in a maximum', async () => {
  const low = await play(7_654_321, 6_543_219);
  const high = await play(98_765_432, 87_654_321);
  assert.ok(low.seen === high.seen, firstDifference(low.seen, high.seen).join('\n'));
  for (const { seen } of [low, high])
    assert.doesNotMatch(seen, /7.?654.?321|6.?543.?219|98.?765.?432|87.?654.?321/);
  assert.match(log.join(''), /max-bid/);
  assert.doesNotMatch(log.join(''), /7654321|6543219|98765432|87654321/);
  // The end and removal name no maximum to its station either.
  for (const { text } of low.emails) assert.doesNotMatch(text, /maxbud|7\s654\s321|6\s543\s219/i);
});

test('AUTO-9 the station whose maximum changed is sent the change, even if others are sent nothing', async () => {
  const { own } = await play(7_654_321, 6_543_219);
  assert.deepEqual(
    own.map(({ my_max_bid, my_max_state }) => [my_max_bid, my_max_state]).slice(0, 2),
    [
      [7_654_321, 'live'],
      [6_543_219, 'live'],
    ],
  );
  assert.equal(own[0]!.at, own[1]!.at, 'the standing has not changed');
});

test('AUTO-8 the table shows a station its own maximums only, and staff none', async () => {
  const { auction, seller, admin } = await play(7_654_321, 6_543_219);
  const rowsFor = async (user: number) => {
    const { viewer } = (await node.sessions.find((await node.logIn(user)).access))!;
    const { rows } = await asViewer(viewer, () =>
      sql<{ service_station_id: number }>`select service_station_id from max_bids`.execute(db),
    );
    return rows.map((row) => row.service_station_id);
  };
  const { ada, bo, manager } = seller;
  assert.deepEqual(new Set(await rowsFor(ada.user_id)), new Set([ada.id]));
  assert.deepEqual(new Set(await rowsFor(bo.user_id)), new Set([bo.id]));
  for (const user of [manager, admin]) assert.deepEqual(await rowsFor(user), []);
  const { rows } = await sql`
    select change from max_bids
    where auction_id = ${auction} and service_station_id = ${ada.id} order by id`.execute(db);
  assert.deepEqual(
    rows.map((row) => Object(row).change),
    ['set', 'changed', 'ended'],
  );
  await assert.rejects(sql`update max_bids set amount = 1`.execute(db));
  await assert.rejects(sql`delete from max_bids`.execute(node.owner));
});

test('AUTO-10 the outbid email goes to the station that lost the lead, with its passed maximum, unless the answer to its own bid showed the loss', async () => {
  const { ada, bo, makeOpen, manager } = await makeSeller(node);
  const auction = await makeOpen({ allows_max_bids: true, start_bid: 500 });
  const to = { ada: await addressOf(node, ada.user_id), bo: await addressOf(node, bo.user_id) };
  const news = async () => {
    await notifyOfBids(node.context);
    return takeEmails(node);
  };
  await ada.setMax(auction, 10_000);
  await bo.bid(auction, 2_000);
  await bo.setMax(auction, 3_000);
  assert.deepEqual(await news(), [], 'Ada leads, and Bo was outbid in its own answers');
  await bo.setMax(auction, 20_000);
  const emails = await news();
  assert.deepEqual([kindsTo(emails, to.ada), kindsTo(emails, to.bo)], [['outbid'], []]);
  const { text } = emails[0]!;
  assert.match(text, /Ditt maxbud på 10\s000\skr är passerat\./);
  assert.ok(text.indexOf('Ditt maxbud') < text.indexOf('En annan verkstad'));
  assert.doesNotMatch(text, /20\s000/);
  await ada.place(auction, 30_000);
  const lost = await news();
  assert.match(lost.find((email) => email.to === to.bo)!.text, /maxbud på 20\s000\skr är passerat/);
  await bo.place(auction, 40_000);
  assert.doesNotMatch((await news()).find((email) => email.to === to.ada)!.text, /maxbud/);
  await node.call(manager, 'POST', `/api/auctions/${auction}/cancel`);
  for (const email of await takeEmails(node)) assert.doesNotMatch(email.text, /maxbud/i);
});

test('AUTO-4, AUTO-10 an automatic bid at an equal maximum sends no outbid email', async () => {
  const { ada, bo, makeOpen } = await makeSeller(node);
  const auction = await makeOpen({ allows_max_bids: true, start_bid: 500 });
  await ada.setMax(auction, 10_000);
  await notifyOfBids(node.context);
  assert.equal((await bo.bid(auction, 10_000)).status, 400);
  await notifyOfBids(node.context);
  assert.deepEqual(await takeEmails(node), []);
});
