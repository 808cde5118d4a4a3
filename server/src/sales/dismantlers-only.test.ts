import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { type Bidder, makeBidder } from '../../test/bidders.ts';
import { authorise, endNow } from '../../test/factories.ts';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';
import { closeEnded } from '../auctions/lifecycle/close-ended.ts';

const { node, db } = await openTestNode();

const { company, manager, makeOpen } = await makeSeller(node);
const dismantler = await makeBidder(node, company);
const workshop = await makeBidder(node, company);
await authorise(db, dismantler.id);

const make = (values: object = {}) =>
  makeOpen({ damage_condition: 'DISASSEMBLY', dismantling_bidders: 'authorised_bid', ...values });
const read = async (user: number, id: number) =>
  (await node.call(user, 'GET', `/api/auctions/${id}`)).body;
const revokeAuthorisation = (station: Bidder) =>
  db.deleteFrom('dismantlers').where('service_station_id', '=', station.id).execute();
const end = async (id: number) => {
  await endNow(db, id);
  await closeEnded(node.context);
};
const REFUSED = {
  bid: ['Bara auktoriserade bilskrotare får bjuda på objekt för demontering.'],
  code: 'dismantler_required',
};

test('DISM-3 other stations see the auction, may not bid, and see why', async () => {
  const id = await make();
  const auction = await read(workshop.user_id, id);
  assert.deepEqual([auction.dismantling_bidders, auction.may_bid], ['authorised_bid', false]);
  const refused = await workshop.bid(id, 500);
  assert.deepEqual([refused.status, refused.body], [400, REFUSED]);
  assert.equal((await read(dismantler.user_id, id)).may_bid, true);
  await dismantler.place(id, 500);
  assert.equal((await read(manager, id)).may_bid, null);
  assert.equal((await read(manager, id)).highest_bid, 500);
});

test('DISM-3 only objects for dismantling are restricted to authorised dismantlers', async () => {
  const id = await make({ damage_condition: 'REPAIR' });
  assert.equal((await read(workshop.user_id, id)).may_bid, true);
  await workshop.place(id, 500);
});

test('DISM-3 a request with the same key is decided again after the station is authorised', async () => {
  const [id, newcomer] = [await make(), await makeBidder(node, company)];
  const options = { key: 'pressed-once' };
  assert.equal((await newcomer.bid(id, 500, options)).status, 400);
  await authorise(db, newcomer.id);
  await newcomer.place(id, 500, options);
});

test('DISM-4 the authorisation is checked at the bid by the database’s date, and a placed bid stays valid', async () => {
  const today = stockholmDate(new Date());
  for (const [valid_to, status] of [
    [today, 201],
    [addDays(today, -1), 400],
  ] as const) {
    const station = await makeBidder(node, company);
    await authorise(db, station.id, { valid_to });
    assert.equal((await station.bid(await make(), 500)).status, status, valid_to);
  }
  const unchecked = await makeBidder(node, company);
  await authorise(db, unchecked.id, { checked: false });
  assert.equal((await unchecked.bid(await make(), 500)).status, 400);

  const [id, leaving] = [
    await make({ dismantling_bidders: 'authorised_only' }),
    await makeBidder(node, company),
  ];
  await authorise(db, leaving.id);
  await leaving.place(id, 500);
  await revokeAuthorisation(leaving);
  const again = await leaving.bid(id, 600);
  assert.deepEqual([again.status, again.body], [400, REFUSED]);
  const auction = await read(leaving.user_id, id);
  assert.deepEqual([auction.my_bid, auction.highest_bid, auction.may_bid], [500, 500, false]);
});

test('DISM-5 a leader without authorisation does not win automatically and is selected with a reason', async () => {
  const [id, leaving] = [await make(), await makeBidder(node, company)];
  await authorise(db, leaving.id);
  await dismantler.bid(id, 500);
  await leaving.bid(id, 900);
  await revokeAuthorisation(leaving);
  await end(id);
  assert.equal((await read(manager, id)).winning_bid_id, null);
  const select = (bid: number, body: object) =>
    node.call(manager, 'POST', `/api/auctions/${id}/bids/${bid}/select-winner`, body);
  const refused = await select(2, {});
  assert.deepEqual(
    [refused.status, refused.body],
    [400, { reason: ['Ange varför en verkstad utan gällande auktorisation väljs.'] }],
  );
  assert.equal((await select(2, { reason: 'Ny auktorisation är på väg' })).status, 200);
  assert.equal((await read(manager, id)).winning_bid_id, 2);
});

test('DISM-5 an authorised leader wins automatically, and any leader where all may buy', async () => {
  const restricted = await make();
  await dismantler.bid(restricted, 500);
  const free = await make({ dismantling_bidders: 'all' });
  await workshop.bid(free, 500);
  for (const id of [restricted, free]) {
    await end(id);
    assert.equal((await read(manager, id)).winning_bid_id, 1);
  }
});
