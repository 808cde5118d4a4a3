import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Auction } from '@restvarde/contract/auctions/auction';
import {
  makeAuction,
  makeCategory,
  makeStaff,
  makeStagingArea,
  shiftAuction,
} from '../../../test/factories.ts';
import { encodeForm, type Fields, formFrom, localTime, newAuction } from '../../../test/forms.ts';
import { makeSaleWorld } from '../../../test/sales/sale-world.ts';
import { openTestNode } from '../../../test/test-node.ts';

const { node, db } = await openTestNode();

const world = await makeSaleWorld(node);
const admin = await makeStaff(db, world.company, 30);
const category = await makeCategory(db);
const place = await makeStagingArea(db, world.company);
beforeEach(() => set({ relist_dismantling: false, relist_days: 7 }));

const patch = (settings: object) => node.call(admin, 'PATCH', '/api/company', settings);
const set = async (settings: object) => assert.equal((await patch(settings)).status, 200);
const see = (auction: number): Promise<Auction> => world.see(world.manager, auction);
const make = (starts: number) =>
  makeAuction(db, {
    company: world.company,
    creator: world.manager,
    categories: [category],
    starts,
  });
const isWanted = async (auction: number) => (await see(auction)).relist_dismantling;

async function send(method: 'POST' | 'PUT', path: string, fields: Fields) {
  const { body, headers } = await encodeForm(fields);
  return node.call(world.manager, method, path, body, headers);
}
const create = (fields: object) =>
  send(
    'POST',
    '/api/auctions',
    newAuction(category, place, { start_dt: localTime(60), ...fields }),
  );
const change = async (auction: number, fields: object) =>
  send('PUT', `/api/auctions/${auction}`, { ...formFrom(await see(auction)), ...fields });

test('RELIST-6, GEN-2 the setting follows the company until the start, then stays, and only staff see it', async () => {
  const [upcoming, active] = [await make(3600), await make(-60)];
  await set({ relist_dismantling: true, relist_days: 12, relist_reservation_percent: 80 });
  assert.deepEqual([await isWanted(upcoming), await isWanted(active)], [true, false]);
  const { body } = await node.call(world.manager, 'GET', `/api/auctions/${upcoming}/history`);
  assert.deepEqual(body.at(-1).after, {
    relist_dismantling: true,
    relist_days: 12,
    relist_reservation_percent: 80,
  });
  assert.equal((await world.see(world.ada.user_id, active)).relist_dismantling, null);
  await set({ relist_reservation_percent: null });
  const { relist_reservation_percent } = await db
    .selectFrom('auctions')
    .select('relist_reservation_percent')
    .where('id', '=', upcoming)
    .executeTakeFirstOrThrow();
  assert.equal(relist_reservation_percent, null);
});

test('RELIST-6 a manual setting stays, on creation and on change', async () => {
  const followed = (await create({ relist_dismantling: '0' })).body.id;
  const byHand = (await create({ relist_dismantling: '1' })).body.id;
  const changed = (await create({})).body.id;
  assert.equal((await change(changed, { relist_dismantling: '1' })).status, 200);
  assert.equal((await change(changed, { relist_dismantling: '0' })).status, 200);
  assert.deepEqual(
    [await isWanted(followed), await isWanted(byHand), await isWanted(changed)],
    [false, true, false],
  );
  await set({ relist_dismantling: true });
  assert.deepEqual(
    [await isWanted(followed), await isWanted(byHand), await isWanted(changed)],
    [true, true, false],
  );
  await set({ relist_dismantling: false });
  assert.equal(await isWanted(byHand), true);
});

test('RELIST-6, AUC-15 it can be changed until the end, also after a bid, and a form without it keeps it', async () => {
  const auction = await make(-60);
  await world.ada.place(auction, 50_000);
  assert.equal((await change(auction, { relist_dismantling: '1' })).status, 200);
  assert.equal(
    (await change(auction, { relist_dismantling: undefined, model: 'V90' })).status,
    200,
  );
  assert.equal(await isWanted(auction), true);
  const wrong = await change(auction, { relist_dismantling: 'kanske' });
  assert.deepEqual(wrong.body.relist_dismantling, [
    'Du måste välja om objektet ska läggas upp på nytt för demontering',
  ]);
  await shiftAuction(db, auction, -2 * 86_400);
  const late = await change(auction, { relist_dismantling: '0' });
  assert.equal(late.status, 400);
  assert.deepEqual(late.body, {
    relist_dismantling: ['Kan inte ändras när auktionen är avslutad.'],
  });
});

test('RELIST-6, SET-1 the terms have limits, each with its message', async () => {
  const days = ['Ange mellan 1 och 30 dagar'];
  const percent = ['Ange mellan 0 och 100 procent'];
  for (const relist_days of [0, 31, null, '', 1.5]) {
    assert.deepEqual((await patch({ relist_days })).body, { relist_days: days });
  }
  for (const wrong of [-1, 101, 0.5]) {
    const sent = { relist_start_bid_percent: wrong, relist_reservation_percent: wrong };
    assert.deepEqual((await patch(sent)).body, {
      relist_start_bid_percent: percent,
      relist_reservation_percent: percent,
    });
  }
  assert.deepEqual((await patch({ relist_start_bid_percent: null })).body, {
    relist_start_bid_percent: percent,
  });
  await set({ relist_start_bid_percent: 0, relist_reservation_percent: 100 });
});
