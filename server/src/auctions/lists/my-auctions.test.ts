import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { AUCTION_ORDERINGS } from '@restvarde/contract/auctions/auction-sorts';
import { MY_GROUPS, myGroupOf } from '@restvarde/contract/auctions/my-groups';
import { endAuctions, listIds } from '../../../test/auctions/lists.ts';
import type { Bidder } from '../../../test/bidders.ts';
import { type AuctionValues, makeCategory } from '../../../test/factories.ts';
import { makeSeller } from '../../../test/seller.ts';
import { startTestNode } from '../../../test/test-node.ts';

const HOUR_S = 3_600;

const node = await startTestNode();
const { db } = node.context.pool;
after(() => node.stop());

const { manager, ada, bo, makeOpen } = await makeSeller(node);
const made: number[] = [];

const make = async (values: Partial<AuctionValues> = {}) => {
  const id = await makeOpen(values);
  made.push(id);
  return id;
};
const removeLast = async (auction: number) => {
  const url = `/api/auctions/${auction}/bids`;
  const { body } = await node.call(manager, 'GET', url);
  const { status } = await node.call(manager, 'DELETE', `${url}/${body.results[0].id}`);
  assert.equal(status, 204);
};
const page = async (query = '', user = ada.user_id) => {
  const url = query.startsWith('/') ? query : `/api/my-auctions?${query}`;
  const { status, body } = await node.call(user, 'GET', url);
  assert.equal(status, 200, JSON.stringify(body));
  return body as { results: AuctionCard[]; next: string | null };
};
const idsOf = (cards: AuctionCard[]) => cards.map(({ id }) => id);

test('LIST-6, AUC-13 every sort has its order, and a rival’s bid does not move a sealed auction', async () => {
  const hidden_bids = true;
  const watched = await make({ ends: HOUR_S });
  const ended = [await make({ manufacturer: 'Audi' }), await make({ hidden_bids })];
  const led = await make({ ends: 2 * HOUR_S });
  const sealed = [
    await make({ hidden_bids, ends: 3 * HOUR_S }),
    await make({ hidden_bids, ends: 4 * HOUR_S }),
  ];
  const outbid = [await make({ ends: 9 * HOUR_S }), await make({ ends: 5 * HOUR_S })];
  await make();
  await node.call(ada.user_id, 'POST', `/api/auctions/${watched}/alert`);
  for (const id of [...ended, led, ...sealed, ...outbid]) await ada.place(id, 100);
  for (const id of [...outbid, sealed[1]!, watched]) await bo.place(id, 900);
  await endAuctions(node, ...ended);

  const { results } = await page();
  assert.deepEqual(idsOf(results), [
    ...[outbid[1], outbid[0], led, ...sealed, watched],
    ...ended.toReversed(),
  ]);
  for (const ordering of AUCTION_ORDERINGS) {
    const cards = (await page(`ordering=${ordering}`)).results;
    const places = cards.map((card) => MY_GROUPS.indexOf(myGroupOf(card)));
    assert.deepEqual(places, places.toSorted(), ordering);
    assert.deepEqual(idsOf(cards).toSorted(), idsOf(results).toSorted(), ordering);
  }
  assert.deepEqual(idsOf((await page('is_active=0&has_started=1')).results), ended.toReversed());
  assert.equal((await page('is_active=1')).results.length, 6);
  assert.deepEqual((await page('is_active=0&has_started=0')).results, []);
});

test('LIST-6 a removed bid does not count: its auction is watched, or the next bid leads', async () => {
  const category = await makeCategory(db);
  const [first, second] = [
    await make({ categories: [category] }),
    await make({ categories: [category] }),
  ];
  await ada.place(first, 100);
  await bo.place(first, 200);
  await ada.place(second, 100);
  const groups = async () =>
    Object.fromEntries(
      (await page(`category=${category}`)).results.map((card) => [card.id, myGroupOf(card)]),
    );
  assert.deepEqual(await groups(), { [first]: 'outbid', [second]: 'leading' });
  await removeLast(first);
  await removeLast(second);
  assert.deepEqual(await groups(), { [first]: 'leading', [second]: 'watched' });
  assert.deepEqual(idsOf((await page(`category=${category}`)).results), [first, second]);
});

test('LIST-4, LIST-6 a bid placed during paging neither duplicates nor hides an auction', async () => {
  const category = await makeCategory(db);
  const ids: number[] = [];
  for (let one = 0; one < 30; one++) {
    const id = await make({ categories: [category], ends: HOUR_S + one });
    await ada.place(id, 100);
    ids.push(id);
  }
  // The last auctions are outbid, and the first ones, outbid before, are won back.
  await bo.place(ids[0]!, 200);
  const first = await page(`category=${category}`);
  assert.equal(first.results[0]?.id, ids[0]);
  await bo.place(ids[29]!, 200);
  await ada.place(ids[0]!, 300);
  const rest = await page(first.next!);
  assert.deepEqual(idsOf([...first.results, ...rest.results]), ids);
  assert.equal(rest.next, null);
});

test('LIST-6 Mina auktioner are those that the station has bid on or watches', async () => {
  const { makeOpen: makeHere, ada: anna, bo: bosse } = await makeSeller(node);
  const [bidOn, watched, both, rivals] = [
    await makeHere(),
    await makeHere(),
    await makeHere(),
    await makeHere(),
  ];
  const [endedBid, endedOther] = [await makeHere(), await makeHere()];
  await makeHere();
  const watch = (who: Bidder, id: number) =>
    node.call(who.user_id, 'POST', `/api/auctions/${id}/alert`);
  await anna.place(bidOn, 100);
  await watch(anna, watched);
  await anna.place(both, 100);
  await watch(anna, both);
  await bosse.place(rivals, 100);
  await anna.place(endedBid, 100);
  await bosse.place(endedOther, 100);
  await endAuctions(node, endedBid, endedOther);
  const mine = await listIds(node, anna.user_id, '', 'my-auctions');
  assert.deepEqual(mine.sort(), [bidOn, watched, both, endedBid].sort());
  assert.deepEqual(await listIds(node, anna.user_id, 'is_active=0', 'my-auctions'), [endedBid]);
  await node.call(anna.user_id, 'DELETE', `/api/auctions/${watched}/alert`);
  assert.ok(!(await listIds(node, anna.user_id, '', 'my-auctions')).includes(watched));
  const { body } = await node.call(anna.user_id, 'GET', '/api/my-auctions');
  const card = body.results.find(({ id }: { id: number }) => id === both);
  assert.deepEqual([card.has_active_alert, card.my_bid], [true, 100]);
});

test('LIST-6 Vunna auktioner are those that the station won and was notified of', async () => {
  const { makeOpen: makeHere, manager: seller, ada: anna, bo: bosse } = await makeSeller(node);
  const [won, notNotified, lost, below] = [
    await makeHere(),
    await makeHere(),
    await makeHere(),
    await makeHere({ reservation_price: 1_000 }),
  ];
  for (const id of [won, notNotified, lost, below]) await anna.place(id, 100);
  await bosse.place(lost, 200);
  await endAuctions(node, won, notNotified, lost, below);
  for (const id of [won, lost]) {
    const { status } = await node.call(seller, 'POST', `/api/auctions/${id}/notify-winner`);
    assert.equal(status, 200);
  }
  assert.deepEqual(await listIds(node, anna.user_id, '', 'won-auctions'), [won]);
  assert.deepEqual(await listIds(node, bosse.user_id, '', 'won-auctions'), [lost]);
  assert.deepEqual(await listIds(node, anna.user_id, 'ordering=-bid_highest', 'won-auctions'), [
    won,
  ]);
});

test('LIST-3, LIST-6, LIST-17 won auctions are ordered by urgency, each once despite several collections', async () => {
  const { makeOpen: makeHere, manager: seller, ada: anna } = await makeSeller(node);
  const [first, last, middle] = [await makeHere(), await makeHere(), await makeHere()];
  for (const id of [first, last, middle]) await anna.place(id, 100);
  await endAuctions(node, first, last, middle);
  for (const id of [first, last, middle]) {
    await node.call(seller, 'POST', `/api/auctions/${id}/notify-winner`);
  }
  const { pg } = node.context.pool;
  for (const [hours, id] of [first, middle, last].entries()) {
    await pg.query(
      `update auction_standings set end_dt = end_dt - make_interval(hours => $1) where auction_id = $2`,
      [3 - hours, id],
    );
  }
  // Undone, before or after it was won again.
  await pg.query(
    `insert into collections (auction_id, bid_id, service_station_id, notified_at, free_until, release_code,
       release_after_payment, released_at, undone_at, storage_days, storage_cost)
     select auction_id, bid_id, service_station_id, notified_at, free_until, release_code,
       release_after_payment, released_at, notified_at, 0, 0
     from collections where auction_id = $1`,
    [middle],
  );
  const list = (query: string) => listIds(node, anna.user_id, query, 'won-auctions');
  // The purchase whose newest collection is undone is done.
  assert.deepEqual(await list(''), [first, last, middle]);
  assert.deepEqual(await list('ordering=end_dt'), [first, middle, last]);
  const found = `id=${first}&id=${last}`;
  assert.deepEqual(await list(found), [first, last]);
});
