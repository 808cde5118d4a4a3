import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIVE_PATH } from '@restvarde/contract/live';
import { sql } from 'kysely';
import { makeBidder } from '../../test/bidders.ts';
import { readBidding } from '../../test/check-invariants.ts';
import { makeAuction, makeCompany, makeStaff } from '../../test/factories.ts';
import { listen, openReadySocket } from '../../test/live-socket.ts';
import { openTestNode } from '../../test/test-node.ts';

/** Runs two worlds that differ only in the rivals' bids. A station must not be able to distinguish them. */

const { node, db } = await openTestNode();
const other = await node.startAnother();

const address = await listen(other);

interface World {
  /** The rivals' bids before the watcher's first bid. */
  early: [rival: number, amount: number][];
  /** The rivals' bids between the watcher's two bids. */
  between: [rival: number, amount: number][];
  /** A rival's bid that extends the end. */
  late: [rival: number, amount: number];
  /** The id of a rival's bid that staff remove. */
  removed: number | null;
}

const TIME = /"\d{4}-\d\d-\d\dT[\d:.]+Z"/g;

/** Plays a sealed auction in a world. Returns everything the watching station can see, without times. */
async function play(world: World) {
  const company = await makeCompany(db, { name: `En värld ${Math.random()}` });
  const creator = await makeStaff(db, company);
  const watcher = await makeBidder(node, company);
  const rivals = await Promise.all(Array.from({ length: 3 }, () => makeBidder(node, company)));
  const auction = await makeAuction(db, {
    company,
    creator,
    hidden_bids: true,
    start_bid: 500,
    reservation_price: 1_000,
    ladder: [{ min_price: 0, max_price: 99_999, increment: 100 }],
  });
  const path = LIVE_PATH.auction.replace(':id', String(auction));
  const live = await openReadySocket(address, path, watcher.access);
  const list = await openReadySocket(address, LIVE_PATH.auctions, watcher.access);
  const staff = await openReadySocket(address, path, (await node.logIn(creator)).access);
  const seen: string[] = [];
  const note = (what: unknown) => {
    const text = typeof what === 'string' ? what : JSON.stringify(what);
    seen.push(
      text.replaceAll(TIME, 'TIME').replaceAll(`"auction_id":${auction}`, '"auction_id":1'),
    );
  };
  const bidAll = async (placed: [number, number][]) => {
    for (const [rival, amount] of placed) {
      await rivals[rival]!.place(auction, amount);
      await staff.next();
    }
  };
  const look = async () => {
    const { body } = await node.call(watcher.user_id, 'GET', `/api/auctions/${auction}`);
    const { id: _id, number: _number, company: _company, company_name: _name, ...rest } = body;
    note(rest);
    const lists = await node.call(watcher.user_id, 'GET', '/api/auctions?ordering=-bid_highest');
    note(lists.body.results.map((card: { my_bid: number }) => card.my_bid));
  };
  const receive = async () => {
    await live.next();
    await list.next();
  };

  await bidAll(world.early);
  await look();
  note((await watcher.bid(auction, 499)).raw);
  note((await watcher.bid(auction, 500)).raw);
  await receive();
  await bidAll(world.between);
  if (world.removed !== null) {
    await node.call(creator, 'DELETE', `/api/auctions/${auction}/bids/${world.removed}`);
  }
  await look();
  note((await watcher.bid(auction, 599)).raw);
  note((await watcher.bid(auction, 700)).raw);
  await receive();
  await sql`
    update auction_standings set end_dt = now_ms() + interval '60 seconds'
    where auction_id = ${auction}`.execute(db);
  // The end is now so near that the next bid extends it.
  await bidAll([world.late]);
  await receive();
  await look();
  const { bids } = await readBidding(db, auction);
  const own = bids.filter((bid) => bid.service_station_id === watcher.id);
  await node.call(creator, 'DELETE', `/api/auctions/${auction}/bids/${own.at(-1)!.id}`);
  await receive();
  await node.call(creator, 'POST', `/api/auctions/${auction}/cancel`);
  await receive();
  await look();

  for (const frame of live.frames) note(frame);
  for (const frame of list.frames) note(frame);
  assert.deepEqual(list.frames, live.frames);
  const times = live.messages.map((message) => message.at);
  for (const socket of [live, list, staff]) socket.socket.close();
  return { seen, times, auction, messages: live.messages, own };
}

test('AUC-13, LIVE-3 a station cannot distinguish worlds that differ only in rivals’ sealed bids', async () => {
  const quiet = await play({ early: [], between: [], late: [0, 500], removed: null });
  const busy = await play({
    early: [
      [0, 9_000],
      [1, 750],
      [1, 40_000],
    ],
    between: [
      [2, 600],
      [0, 77_000],
    ],
    late: [2, 123_456],
    removed: 3,
  });
  assert.deepEqual(busy.seen, quiet.seen);
  assert.deepEqual(
    quiet.messages.map((message) => [message.my_bid, message.min_bid, message.closed]),
    [
      [500, 600, false],
      [700, 800, false],
      [700, 800, false],
      [500, 600, false],
      [500, 600, true],
    ],
  );
});

test('AUC-13, LIVE-3 the times a station receives are those of its own bids and of the end', async () => {
  const { auction, times, own } = await play({
    early: [[0, 800]],
    between: [[1, 900]],
    late: [2, 1_000],
    removed: 1,
  });
  const { bids, standing } = await readBidding(db, auction);
  const late = bids.find((bid) => bid.end_after > bid.end_before);
  assert.equal(times.length, 5);
  assert.equal(times[0], own[0]!.placed_at.toISOString());
  assert.equal(times[1], own[1]!.placed_at.toISOString());
  assert.equal(times[2], late!.placed_at.toISOString());
  const removed = bids.find((bid) => bid.id === own[1]!.id)!.removed_at!;
  assert.equal(times[3], removed.toISOString());
  assert.equal(times[4], standing.end_changed_at.toISOString());
  assert.deepEqual(times, times.toSorted());
});
