import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { listIds } from '../../../test/auctions/lists.ts';
import { makeSeller } from '../../../test/seller.ts';
import { startTestNode } from '../../../test/test-node.ts';

const DAY_S = 86_400;

const node = await startTestNode();
after(() => node.stop());

test('LIST-3 «bid_highest» has auctions without a bid last, up and down', async () => {
  const { makeOpen, manager, ada } = await makeSeller(node);
  const [none, high, low, alsoNone, middle] = [
    await makeOpen(),
    await makeOpen(),
    await makeOpen(),
    await makeOpen(),
    await makeOpen(),
  ];
  for (const [id, amount] of [
    [high, 9_000],
    [low, 1_000],
    [middle, 5_000],
  ] as const)
    await ada.place(id, amount);
  assert.deepEqual(await listIds(node, manager, 'ordering=bid_highest'), [
    low,
    middle,
    high,
    none,
    alsoNone,
  ]);
  assert.deepEqual(await listIds(node, manager, 'ordering=-bid_highest'), [
    high,
    middle,
    low,
    none,
    alsoNone,
  ]);
  assert.deepEqual(await listIds(node, ada.user_id, 'ordering=-bid_highest'), [
    high,
    middle,
    low,
    none,
    alsoNone,
  ]);
});

test('LIST-3 staff sort by bids and by the margin to the reserve, which follow a change', async () => {
  const { makeOpen, manager, ada, bo } = await makeSeller(node);
  const under = await makeOpen({ reservation_price: 9_000 });
  const over = await makeOpen({ reservation_price: 2_000 });
  const without = await makeOpen();
  const noBid = await makeOpen({ reservation_price: 3_000 });
  await ada.place(under, 4_000);
  await ada.place(over, 2_500);
  await bo.place(over, 2_600);
  await bo.place(without, 90_000);
  const last = [without, noBid];
  assert.deepEqual(await listIds(node, manager, 'ordering=reserve_margin'), [under, over, ...last]);
  assert.deepEqual(await listIds(node, manager, 'ordering=-reserve_margin'), [
    over,
    under,
    ...last,
  ]);
  assert.deepEqual(await listIds(node, manager, 'ordering=-bid_count'), [
    over,
    without,
    under,
    noBid,
  ]);
  assert.deepEqual(await listIds(node, manager, 'ordering=bid_count'), [
    noBid,
    under,
    without,
    over,
  ]);
  const { db } = node.context.pool;
  await sql`update auctions set reservation_price = 3900 where id = ${under}`.execute(db);
  await sql`update auctions set reservation_price = null where id = ${over}`.execute(db);
  assert.deepEqual(await listIds(node, manager, 'ordering=reserve_margin'), [under, over, ...last]);
  await sql`update auctions set reservation_price = 0 where id = ${without}`.execute(db);
  assert.deepEqual(await listIds(node, manager, 'ordering=-reserve_margin'), [
    without,
    under,
    over,
    noBid,
  ]);
});

test('LIST-3, AUC-13 a station cannot sort by bid counts or reserves', async () => {
  const { makeOpen, ada, bo } = await makeSeller(node);
  const none = await makeOpen({ hidden_bids: true, reservation_price: 10, ends: DAY_S });
  const many = await makeOpen({ hidden_bids: true, reservation_price: 900_000, ends: 2 * DAY_S });
  await bo.place(many, 5_000);
  await ada.place(many, 4_000);
  for (const sort of ['bid_count', '-bid_count', 'reserve_margin', '-reserve_margin']) {
    assert.deepEqual(await listIds(node, ada.user_id, `ordering=${sort}`), [none, many], sort);
  }
});

test('LIST-3, AUC-13 a station sorts sealed auctions by its own bid, staff by the highest', async () => {
  const { makeOpen, manager, ada, bo } = await makeSeller(node);
  const open5 = await makeOpen();
  const sealed1 = await makeOpen({ hidden_bids: true });
  const sealed9 = await makeOpen({ hidden_bids: true });
  const sealedRival = await makeOpen({ hidden_bids: true });
  const openNone = await makeOpen();
  await bo.place(open5, 5_000);
  await ada.place(sealed1, 1_000);
  await bo.place(sealed1, 99_000);
  await ada.place(sealed9, 9_000);
  await bo.place(sealed9, 100);
  await bo.place(sealedRival, 50_000);
  const last = [sealedRival, openNone];
  assert.deepEqual(await listIds(node, ada.user_id, 'ordering=bid_highest'), [
    sealed1,
    open5,
    sealed9,
    ...last,
  ]);
  assert.deepEqual(await listIds(node, ada.user_id, 'ordering=-bid_highest'), [
    sealed9,
    open5,
    sealed1,
    ...last,
  ]);
  assert.deepEqual(await listIds(node, manager, 'ordering=-bid_highest'), [
    sealed1,
    sealedRival,
    sealed9,
    open5,
    openNone,
  ]);
  // A removed bid does not count.
  await node.call(manager, 'DELETE', `/api/auctions/${sealed9}/bids/1`);
  assert.deepEqual(await listIds(node, ada.user_id, 'ordering=-bid_highest'), [
    open5,
    sealed1,
    sealed9,
    ...last,
  ]);
});
