import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { sql } from 'kysely';
import WebSocket from 'ws';
import { makeBidder } from '../../test/bidders.ts';
import { readBidding } from '../../test/check-invariants.ts';
import { endNow, makeAuction, makeCategory, makeCompany, makeStaff } from '../../test/factories.ts';
import { listen, openReadySocket } from '../../test/live-socket.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

const { node, db } = await openTestNode();
const other = await node.startAnother();

const LISTS = '/ws/auctions/';
const pathOf = (auction: number) => `/ws/auction/${auction}/`;

/** The addresses of both nodes. */

const [near, far] = [await listen(node), await listen(other)];
const { company, manager, ada, bo, makeOpen } = await makeSeller(node);
const staff = (await node.logIn(manager)).access;
const superuser = (await node.logIn(await makeStaff(db, null))).access;

test('LIVE-4 the product’s pages and non-browser clients can open a socket, pages of other origins cannot', async () => {
  const answerTo = async (origin: string) => {
    const socket = new WebSocket(`ws://${near}${LISTS}`, { ...(origin && { origin }) });
    const answer = await Promise.race([
      once(socket, 'open').then(() => 101),
      once(socket, 'unexpected-response').then(([, { statusCode }]) => statusCode as number),
    ]);
    socket.on('error', () => {});
    socket.terminate();
    return answer;
  };
  for (const own of ['', `http://${near}`, 'http://localhost:3000'])
    assert.equal(await answerTo(own), 101, own);
  const port = near.split(':')[1];
  for (const foreign of ['https://evil.example', 'null', `http://127.0.0.1.evil.example:${port}`])
    assert.equal(await answerTo(foreign), 403, foreign);
});

test('LIVE-1, LIVE-2, LIVE-6 a bid reaches the sockets of all nodes with the complete standing', async () => {
  const auction = await makeOpen({
    ladder: [{ min_price: 0, max_price: 9_999, increment: 50 }],
  });
  const ownStaff = await openReadySocket(far, pathOf(auction), staff);
  const sockets = [
    ownStaff,
    await openReadySocket(far, LISTS, staff),
    await openReadySocket(near, LISTS, superuser),
    await openReadySocket(far, LISTS, bo.access),
    await openReadySocket(near, pathOf(auction), bo.access),
  ];
  const bidders = [
    await openReadySocket(far, LISTS, ada.access),
    await openReadySocket(near, pathOf(auction), ada.access),
  ];
  const answer = await ada.bid(auction, 400);
  const { standing } = await readBidding(db, auction);
  const whole = {
    auction_id: auction,
    bid: 400,
    min_bid: 450,
    end_dt: standing.end_dt.toISOString(),
    at: standing.changed_at.toISOString(),
    bid_count: 1,
    closed: false,
  };
  const ofThis = ({ auction_id }: { auction_id: number }) => auction_id === auction;
  for (const live of sockets) assert.deepEqual(await live.next(ofThis), whole);
  for (const live of bidders) assert.deepEqual(await live.next(ofThis), { ...whole, my_bid: 400 });
  assert.equal(whole.at, answer.body.standing_at);
  for (const live of [...sockets, ...bidders]) live.socket.close();
});

test('LIVE-1, ROLE-15 list sockets send nothing about auctions that the lists hide', async () => {
  const rivals = await makeCompany(db);
  const category = await makeCategory(db);
  const rivalStaff = await makeStaff(db, rivals);
  const rivalToken = (await node.logIn(rivalStaff)).access;
  const stranger = await makeBidder(node, rivals);
  const picky = await makeBidder(node, company, { categories: [category] });
  const outsiders = await Promise.all(
    [rivalToken, stranger.access, picky.access].map((token) => openReadySocket(far, LISTS, token)),
  );
  const auction = await makeOpen();
  const last = await makeAuction(db, {
    company: rivals,
    creator: rivalStaff,
    is_global: true,
    categories: [category],
  });
  await ada.bid(auction, 100);
  await ada.bid(last, 100);
  for (const live of outsiders) assert.equal((await live.next()).auction_id, last);
  for (const live of outsiders) live.socket.close();
});

test('LIVE-2, AUC-9 a removed bid is sent, also when the highest bid falls', async () => {
  const auction = await makeOpen({ start_bid: 100 });
  const rival = await openReadySocket(far, pathOf(auction), bo.access);
  const own = await openReadySocket(near, pathOf(auction), ada.access);
  await ada.bid(auction, 300);
  const before = await rival.next();
  await own.next();
  const removed = await node.call(manager, 'DELETE', `/api/auctions/${auction}/bids/1`);
  assert.equal(removed.status, 204);
  const message = await rival.next();
  assert.deepEqual(
    [message.bid, message.min_bid, message.bid_count, message.end_dt, 'my_bid' in message],
    [null, 100, 0, before.end_dt, false],
  );
  assert.ok(message.at > before.at);
  assert.equal((await own.next()).my_bid, null);
  for (const live of [rival, own]) live.socket.close();
});

test('LIVE-2 cancelling, the end and a selected winner are sent as closed', async () => {
  const { closeEnded } = await import('../auctions/lifecycle/close-ended.ts');
  for (const hidden_bids of [false, true]) {
    const cancelled = await makeOpen({ hidden_bids });
    const ending = await makeOpen({ hidden_bids, extension_minutes: 0 });
    const sockets = await Promise.all(
      [cancelled, ending].map((one) => openReadySocket(far, pathOf(one), bo.access)),
    );
    await node.call(manager, 'POST', `/api/auctions/${cancelled}/cancel`);
    const { standing } = await readBidding(db, cancelled);
    const message = await sockets[0]!.next();
    assert.deepEqual([message.closed, message.end_dt], [true, standing.end_dt.toISOString()]);
    await endNow(db, ending);
    await closeEnded(node.context);
    assert.equal((await sockets[1]!.next()).closed, true);
    for (const live of sockets) live.socket.close();
  }
  const auction = await makeOpen();
  const live = await openReadySocket(far, pathOf(auction), staff);
  await ada.bid(auction, 100);
  await live.next();
  await node.call(manager, 'POST', `/api/auctions/${auction}/cancel`);
  await live.next();
  await node.call(manager, 'POST', `/api/auctions/${auction}/bids/1/select-winner`, {});
  assert.equal((await live.next()).closed, true);
  live.socket.close();
});

test('LIVE-2, LIVE-3 the seller’s changes are sent to every viewer, for sealed auctions without rivals’ bids', async () => {
  for (const hidden_bids of [false, true]) {
    const auction = await makeOpen({ hidden_bids });
    const watcher = await openReadySocket(far, pathOf(auction), bo.access);
    await ada.bid(auction, 700);
    if (!hidden_bids) await watcher.next();
    const { rows } = await sql<{ id: number }>`
      insert into auction_images (auction_id, position, key)
      select ${auction}, place, 'i' || replace(gen_random_uuid()::text, '-', '')
      from generate_series(0, 1) as place returning id`.execute(db);
    const image_ids = rows.map(({ id }) => id).reverse();
    const answer = await node.call(manager, 'PATCH', `/api/auctions/${auction}/images`, {
      image_ids,
    });
    assert.equal(answer.status, 200);
    const message = await watcher.next(({ auction_id }) => auction_id === auction);
    assert.deepEqual(
      [message.facts_changed, message.bid, message.bid_count],
      hidden_bids ? [true, null, null] : [true, 700, 1],
    );
    await ada.bid(auction, 800);
    if (!hidden_bids) {
      const bid = await watcher.next(({ auction_id }) => auction_id === auction);
      assert.equal('facts_changed' in bid, false, 'a bid does not change the content');
    }
    watcher.socket.close();
  }
});
