import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAuction, makeCategory, makeStation } from '../../test/factories.ts';
import { makeTwoCompanies } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

const { node, db } = await openTestNode();

const { nord, vast, admin, manager } = await makeTwoCompanies(db);
const cars = await makeCategory(db);
const boats = await makeCategory(db, nord);

const LIST = '/api/service-stations';
const ids = (categories: { id: number }[]) => categories.map(({ id }) => id);

test('STN-6 a station can mute its own categories, which does not affect visibility', async () => {
  const station = await makeStation(db, nord, { categories: [cars, boats] });
  const patch = (silent_category_ids: unknown) =>
    node.call(station.user_id, 'PATCH', '/api/service-station', { silent_category_ids });
  const { status, body } = await patch([boats]);
  assert.deepEqual([status, ids(body.silent_categories)], [200, [boats]]);
  assert.deepEqual(ids(body.categories).sort(), [cars, boats].sort());
  assert.deepEqual((await node.call(station.user_id, 'GET', '/api/service-station')).body, body);
  const auction = await makeAuction(db, { company: nord, creator: manager, categories: [boats] });
  assert.equal((await node.call(station.user_id, 'GET', `/api/auctions/${auction}`)).status, 200);

  const other = await makeCategory(db);
  const refused = await patch([cars, other]);
  assert.deepEqual(
    [refused.status, refused.body],
    [400, { silent_category_ids: ['Välj bland verkstadens kategorier'] }],
  );
  assert.deepEqual(
    ids((await node.call(station.user_id, 'GET', '/api/service-station')).body.silent_categories),
    [boats],
  );
  await node.call(admin, 'PATCH', `${LIST}/${station.id}`, { category_ids: [boats, other] });
  const kept = await node.call(station.user_id, 'GET', '/api/service-station');
  assert.deepEqual(ids(kept.body.silent_categories), [boats]);
  assert.deepEqual((await patch([])).body.silent_categories, []);
  assert.equal((await patch(undefined)).status, 400);
  assert.equal((await node.call(admin, 'PATCH', '/api/service-station', {})).status, 403);
});

test('STN-6 a station without categories of its own can mute each category that it can see, and no others', async () => {
  const station = await makeStation(db, nord);
  const foreign = await makeCategory(db, vast);
  const own = await makeCategory(db, nord);
  const patch = (silent_category_ids: number[]) =>
    node.call(station.user_id, 'PATCH', '/api/service-station', { silent_category_ids });
  const { status, body } = await patch([own, boats]);
  assert.equal(status, 200);
  assert.deepEqual(ids(body.silent_categories).sort(), [own, boats].sort());
  assert.deepEqual(body.categories, []);
  assert.equal((await patch([boats, foreign])).status, 400);
  // A station with categories of its own can mute only those.
  await node.call(admin, 'PATCH', `${LIST}/${station.id}`, { category_ids: [cars, boats] });
  const kept = await node.call(station.user_id, 'GET', '/api/service-station');
  assert.deepEqual(ids(kept.body.silent_categories), [boats]);
  assert.equal((await patch([own])).status, 400);
});
