import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { AuctionFacets } from '@restvarde/contract/auctions/list-auctions';
import { FACET_CAP } from '@restvarde/contract/auctions/list-limits';
import { addAuctions, makeBulkWorld } from '../../../test/auctions/bulk-world.ts';
import { listIds } from '../../../test/auctions/lists.ts';
import { makeStaff } from '../../../test/factories.ts';
import { makeSeller } from '../../../test/seller.ts';
import { startTestNode } from '../../../test/test-node.ts';

const node = await startTestNode();
const { db } = node.context.pool;
after(() => node.stop());

const facetsOf = async (user: number, query = '', path = 'auctions'): Promise<AuctionFacets> => {
  const { status, body } = await node.call(user, 'GET', `/api/${path}/facets?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const counts = (all: { value: string; count: number }[]) =>
  all.map(({ value, count }) => `${value} ${count}`);

const nord = await makeSeller(node, { name: 'Nordsäkring' });
const { ada, manager, makeOpen } = nord;
const place = { staging_area_name: 'Örebro' };
const ids = {
  volvo: await makeOpen({ manufacturer: 'Volvo', ...place, start_bid: 5_000 }),
  volvo2: await makeOpen({ manufacturer: 'VOLVO', staging_area_name: 'Gävle', start_bid: 20_000 }),
  volvo3: await makeOpen({ manufacturer: 'Volvo', ...place, start_bid: 30_000 }),
  trucks: await makeOpen({ manufacturer: 'Volvo Trucks', ...place, start_bid: 90_000 }),
  saab: await makeOpen({ manufacturer: 'Saab', staging_area_name: 'Gävle', start_bid: 1_000 }),
};

test('LIST-18 several manufacturers, places and companies match any of them, each compared as a whole', async () => {
  for (const [query, expected] of [
    ['manufacturers=volvo', [ids.volvo, ids.volvo2, ids.volvo3]],
    ['manufacturers=Volvo&manufacturers=saab', [ids.volvo, ids.volvo2, ids.volvo3, ids.saab]],
    ['manufacturers=Vol', []],
    ['manufacturer=volvo', [ids.volvo, ids.volvo2, ids.volvo3, ids.trucks]],
    ['places=g%C3%A4vle', [ids.volvo2, ids.saab]],
    ['places=G%C3%A4vle&manufacturers=Saab', [ids.saab]],
    ['companies=nords%C3%A4kring&manufacturers=Saab', [ids.saab]],
    ['companies=V%C3%A4st&companies=Syd', []],
  ] as const) {
    for (const user of [manager, ada.user_id]) {
      assert.deepEqual((await listIds(node, user, query)).sort(), [...expected].sort(), query);
    }
  }
});

test('LIST-18 the price is the highest bid or the start bid; with hidden bids a workshop’s price is the start bid', async () => {
  const shop = await makeSeller(node);
  const open = await shop.makeOpen({ start_bid: 1_000 });
  const sealed = await shop.makeOpen({ start_bid: 1_000, hidden_bids: true });
  const none = await shop.makeOpen({ start_bid: 9_000 });
  await shop.ada.place(open, 5_000);
  await shop.ada.place(sealed, 5_000);
  const find = async (user: number, query: string) => (await listIds(node, user, query)).sort();
  const [staff, station] = [shop.manager, shop.ada.user_id];
  assert.deepEqual(await find(staff, 'price_from=5000'), [open, sealed, none]);
  assert.deepEqual(await find(station, 'price_from=5000'), [open, none]);
  assert.deepEqual(await find(staff, 'price_to=4999'), []);
  assert.deepEqual(await find(station, 'price_to=4999'), [sealed]);
  assert.deepEqual(await find(staff, 'price_from=5000&price_to=8999'), [open, sealed]);
  const { status, body } = await node.call(staff, 'GET', '/api/auctions?price_from=x');
  assert.deepEqual([status, body], [400, { price_from: ['Ange ett heltal.'] }]);
});

test('LIST-18 each count is under the other filters, and the total under all', async () => {
  const all = await facetsOf(ada.user_id);
  assert.deepEqual(counts(all.manufacturers), ['Saab 1', 'Volvo 3', 'Volvo Trucks 1']);
  assert.deepEqual(counts(all.places), ['Gävle 2', 'Örebro 3']);
  assert.deepEqual(counts(all.companies), ['Nordsäkring 5']);
  assert.deepEqual([all.total, all.is_capped], [5, false]);
  const volvos = await facetsOf(ada.user_id, 'manufacturers=Volvo&price_to=25000');
  assert.deepEqual(counts(volvos.manufacturers), ['Saab 1', 'Volvo 2']);
  assert.deepEqual(counts(volvos.places), ['Gävle 1', 'Örebro 1']);
  assert.equal(volvos.total, 2);
  const inGavle = await facetsOf(manager, 'places=G%C3%A4vle&q=volvo');
  assert.deepEqual(counts(inGavle.manufacturers), ['VOLVO 1']);
  assert.deepEqual(counts(inGavle.places), ['Gävle 1', 'Örebro 3']);
});

test('LIST-18 only auctions of the viewer’s list are counted', async () => {
  await node.call(ada.user_id, 'POST', `/api/auctions/${ids.saab}/alert`);
  assert.deepEqual(counts((await facetsOf(ada.user_id, '', 'my-auctions')).manufacturers), [
    'Saab 1',
  ]);
  assert.equal((await facetsOf(ada.user_id, '', 'won-auctions')).total, 0);
  const { manager: rival } = await makeSeller(node);
  const nothing = { total: 0, is_capped: false, manufacturers: [], places: [], companies: [] };
  assert.deepEqual(await facetsOf(rival), nothing);
  assert.deepEqual(await facetsOf(rival, 'companies=Nords%C3%A4kring'), nothing);
});

test('LIST-18 the total of a long list stops at 300, and the answer says so', async () => {
  await makeBulkWorld(db, { bidders: 1, hot: 1, spread: 1 });
  await addAuctions(node.owner, FACET_CAP + 50);
  const root = await makeStaff(db, null, 30);
  const { total, is_capped } = await facetsOf(root);
  assert.deepEqual([total, is_capped], [300, true]);
});
