import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBidder } from '../../../test/bidders.ts';
import { makeSeller } from '../../../test/seller.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { matchDirect } from './match-searches.ts';

const { node, db } = await openTestNode();

test('SAVED-1, SAVED-3 a saved search has several manufacturers, places and companies; its price is the start bid', async () => {
  const { company, makeOpen } = await makeSeller(node, { name: 'Nordsäkring' });
  const ids = [
    await makeOpen({ manufacturer: 'VOLVO', staging_area_name: 'Örebro', start_bid: 5_000 }),
    await makeOpen({ manufacturer: 'Volvo', staging_area_name: 'Örebro', start_bid: 30_000 }),
    await makeOpen({ manufacturer: 'Saab', staging_area_name: 'Gävle', start_bid: 5_000 }),
    await makeOpen({ manufacturer: 'Volvo Trucks', staging_area_name: 'Örebro', start_bid: 5_000 }),
  ];
  const cia = await makeBidder(node, company);
  const query = {
    manufacturers: ['Volvo', 'Saab'],
    places: ['Örebro'],
    companies: ['Nordsäkring'],
    price_from: '1000',
    price_to: '9000',
  };
  const draft = { name: 'Nära', query, frequency: 'direct' };
  const { status, body } = await node.call(cia.user_id, 'POST', '/api/saved-searches', draft);
  assert.deepEqual([status, body.query], [201, { ...query, manufacturers: ['Saab', 'Volvo'] }]);
  const matches = await db.transaction().execute((tx) => matchDirect(tx, ids));
  assert.deepEqual(
    matches.map(({ auction_id, service_station_id }) => [auction_id, service_station_id]),
    [[ids[0], cia.id]],
  );
});
