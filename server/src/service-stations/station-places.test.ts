import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAuction } from '../../test/factories.ts';
import { makeTwoCompanies } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

let count = 0;

const { node, db } = await openTestNode();

const { nord, admin, manager, rival } = await makeTwoCompanies(db);

const LIST = '/api/service-stations';
const form = (changes: object = {}) => {
  count++;
  return { number: `V-${count}`, name: `Verkstad ${count}`, is_staging_area: false, ...changes };
};
const create = (changes: object = {}, user = admin, url = LIST) =>
  node.call(user, 'POST', url, form(changes));
const places = async (user = admin): Promise<{ id: number; name: string }[]> =>
  (await node.call(user, 'GET', '/api/staging-areas')).body;

test('STN-7 a station that is a staging area is offered as one, under its name', async () => {
  const { body: made } = await create({ name: 'Norrbil', is_staging_area: true });
  const url = `${LIST}/${made.id}`;
  const place = (await places()).find(({ name }) => name === 'Norrbil')!;
  assert.deepEqual(place, {
    id: place.id,
    name: 'Norrbil',
    is_service_station: true,
    opening_hours: '',
    booking_hours: null,
    can_edit: true,
  });
  assert.ok(!(await places(rival)).some(({ name }) => name === 'Norrbil'));

  const auction = await makeAuction(db, { company: nord, creator: manager });
  await db
    .updateTable('auctions')
    .set({ staging_area_id: place.id })
    .where('id', '=', auction)
    .execute();
  await node.call(admin, 'PATCH', url, { name: 'Norrbil AB' });
  assert.ok((await places()).some(({ id, name }) => id === place.id && name === 'Norrbil AB'));
  const read = await node.call(manager, 'GET', `/api/auctions/${auction}`);
  assert.equal(read.body.staging_area_name, 'Norrbil AB');

  await node.call(admin, 'PATCH', url, { is_staging_area: false });
  assert.ok(!(await places()).some(({ id }) => id === place.id));
  await node.call(admin, 'PATCH', url, { is_staging_area: true });
  assert.ok((await places()).some(({ name }) => name === 'Norrbil AB'));
  await node.call(admin, 'DELETE', url);
  assert.ok(!(await places()).some(({ name }) => name === 'Norrbil AB'));
});

test('STN-7 a station’s staging area changes only with the station, and needs a unique name', async () => {
  const { body: made } = await create({ name: 'Sydbil', is_staging_area: true });
  const place = (await places()).find(({ name }) => name === 'Sydbil')!;
  const answers = [
    await node.call(admin, 'PATCH', `/api/staging-areas/${place.id}`, { name: 'X' }),
    await node.call(admin, 'DELETE', `/api/staging-areas/${place.id}`),
  ];
  for (const { status, body } of answers) {
    assert.deepEqual(
      [status, body.detail],
      [400, 'Uppställningsplatsen är en verkstad. Ändra den på verkstadens sida.'],
    );
  }
  assert.deepEqual((await create({ name: made.name, is_staging_area: true })).body, {
    name: ['En uppställningsplats med det namnet finns redan'],
  });
  assert.equal((await create({ name: made.name })).status, 201);
});
