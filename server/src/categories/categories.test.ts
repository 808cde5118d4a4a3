import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAuction, makeCategory, makeStagingArea, makeStation } from '../../test/factories.ts';
import { makeTwoCompanies } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

const { node, db } = await openTestNode();

const { nord, vast, root, admin, manager, rival } = await makeTwoCompanies(db);

const post = (user: number, url: string, name: unknown) => node.call(user, 'POST', url, { name });
const patch = (user: number, url: string, name: string) => node.call(user, 'PATCH', url, { name });
const remove = (user: number, url: string) => node.call(user, 'DELETE', url);
const namesOf = async (user: number, url: string): Promise<string[]> =>
  (await node.call(user, 'GET', url)).body.map(({ name }: { name: string }) => name);
const placeOf = (auction: number) =>
  db
    .selectFrom('auctions')
    .select(['staging_area_id', 'staging_area_name'])
    .where('id', '=', auction)
    .executeTakeFirstOrThrow();
const auctionAt = async (place: number, values: { starts?: number; ends?: number } = {}) => {
  const id = await makeAuction(db, {
    company: nord,
    creator: manager,
    staging_area_name: 'Örebro',
    ...values,
  });
  await db.updateTable('auctions').set({ staging_area_id: place }).where('id', '=', id).execute();
  return id;
};

test('DATA-1 a company’s category cannot have the name of a global one, in any case, nor a global one that of a company’s', async () => {
  const refused = (sentence: string) => [400, { name: [sentence] }];
  const answerOf = ({ status, body }: { status: number; body: object }) => [status, body];
  const shared = await post(root, '/api/categories', 'Ångvält');
  const own = await post(admin, '/api/categories', 'Moped');
  const taken = refused('Namnet används redan');
  assert.deepEqual(answerOf(await post(admin, '/api/categories', 'ångVÄLT')), taken);
  assert.deepEqual(
    answerOf(await patch(admin, `/api/categories/${own.body.id}`, 'ÅNGVÄLT')),
    taken,
  );
  const somewhere = refused('Namnet används redan av något bolag eller bland de gemensamma');
  assert.deepEqual(answerOf(await post(root, '/api/categories', 'moped')), somewhere);
  assert.deepEqual(
    answerOf(await patch(root, `/api/categories/${shared.body.id}`, 'MOPED')),
    somewhere,
  );
  const beside = await post(rival, '/api/categories', 'MOPED');
  assert.equal(beside.status, 201);
  for (const [user, { body }] of [
    [root, shared],
    [admin, own],
    [rival, beside],
  ] as const) {
    assert.equal((await remove(user, `/api/categories/${body.id}`)).status, 204);
  }
});

test('DATA-1 an admin adds categories to their own company, a superuser global ones and any company’s', async () => {
  const own = await post(admin, '/api/categories', ' Snöskoter ');
  assert.equal(own.status, 201);
  assert.deepEqual(own.body, { id: own.body.id, name: 'Snöskoter', is_global: false });
  const global = await post(root, '/api/categories', 'Personbil');
  assert.equal(global.body.is_global, true);
  const named = await post(root, `/api/categories?company=${vast}`, 'Båt');
  assert.equal(named.body.is_global, false);
  assert.deepEqual(await namesOf(admin, '/api/categories'), ['Personbil', 'Snöskoter']);
  assert.deepEqual(await namesOf(rival, '/api/categories'), ['Båt', 'Personbil']);
  const ignored = await post(admin, `/api/categories?company=${vast}`, 'Traktor');
  assert.ok((await namesOf(admin, '/api/categories')).includes('Traktor'));
  assert.equal((await patch(admin, `/api/categories/${ignored.body.id}`, 'Skördare')).status, 200);
  assert.equal((await post(root, '/api/categories?company=99999', 'X')).status, 400);
});

test('DATA-1 a name is required and unique', async () => {
  for (const url of ['/api/categories', '/api/staging-areas']) {
    for (const empty of ['', ' ', null])
      assert.deepEqual((await post(admin, url, empty)).body, {
        name: ['Du måste ange ett namn'],
      });
    const first = await post(admin, url, 'Dubbel');
    const taken = { name: ['Namnet används redan'] };
    assert.deepEqual((await post(admin, url, 'DUBBEL')).body, taken);
    const other = await post(admin, url, 'Annan');
    assert.deepEqual((await patch(admin, `${url}/${other.body.id}`, 'Dubbel')).body, taken);
    assert.equal((await patch(admin, `${url}/${first.body.id}`, 'dubbel')).body.name, 'dubbel');
    assert.equal((await post(rival, url, 'Dubbel')).status, 201);
  }
});

test('DATA-1 a category in use cannot be removed', async () => {
  const onAuction = await makeCategory(db, nord);
  await makeAuction(db, { company: nord, creator: manager, categories: [onAuction] });
  const onStation = await makeCategory(db, nord);
  await makeStation(db, nord, { categories: [onStation] });
  assert.deepEqual((await remove(admin, `/api/categories/${onAuction}`)).body, {
    detail: 'Kategorin används av auktioner och kan inte tas bort',
  });
  assert.deepEqual((await remove(admin, `/api/categories/${onStation}`)).body, {
    detail: 'Kategorin används av verkstäder och kan inte tas bort',
  });
  const free = await makeCategory(db, nord);
  assert.equal((await remove(admin, `/api/categories/${free}`)).status, 204);
  assert.equal((await remove(admin, `/api/categories/${free}`)).status, 404);
});

test('ROLE-2 a superuser names the company of a new staging area', async () => {
  assert.deepEqual((await post(root, '/api/staging-areas', 'Umeå')).body, {
    company: ['Du måste välja bolag'],
  });
  const { status, body } = await post(root, `/api/staging-areas?company=${nord}`, 'Umeå');
  assert.deepEqual(
    [status, body],
    [
      201,
      {
        id: body.id,
        name: 'Umeå',
        is_service_station: false,
        opening_hours: '',
        booking_hours: null,
        can_edit: true,
      },
    ],
  );
  assert.ok((await namesOf(admin, '/api/staging-areas')).includes('Umeå'));
  assert.ok(!(await namesOf(rival, '/api/staging-areas')).includes('Umeå'));
});

test('DATA-1, AUC-16 a new name also applies to auctions that have not ended, and is in their history', async () => {
  const place = await makeStagingArea(db, nord, 'Örebro');
  const active = await auctionAt(place);
  const upcoming = await auctionAt(place, { starts: 3600 });
  const ended = await auctionAt(place, { starts: -7200, ends: -3600 });
  assert.equal((await patch(admin, `/api/staging-areas/${place}`, 'Örebro syd')).status, 200);
  for (const id of [active, upcoming]) {
    assert.equal((await placeOf(id)).staging_area_name, 'Örebro syd');
    const { body } = await node.call(manager, 'GET', `/api/auctions/${id}/history`);
    assert.deepEqual(
      [body.length, body[0].before, body[0].after],
      [1, { staging_area_name: 'Örebro' }, { staging_area_name: 'Örebro syd' }],
    );
  }
  assert.equal((await placeOf(ended)).staging_area_name, 'Örebro');
});

test('DATA-1 auctions keep the name of a removed staging area', async () => {
  const place = await makeStagingArea(db, nord, 'Kiruna');
  const auction = await auctionAt(place);
  assert.equal((await remove(admin, `/api/staging-areas/${place}`)).status, 204);
  assert.deepEqual(await placeOf(auction), {
    staging_area_id: null,
    staging_area_name: 'Örebro',
  });
});

test('AUC-16 changes to categories and staging areas are recorded', async () => {
  const actions = await db
    .selectFrom('audit_log')
    .select('action')
    .distinct()
    .where('user_id', '=', admin)
    .where('auction_id', 'is', null)
    .orderBy('action')
    .execute();
  assert.deepEqual(
    actions.map(({ action }) => action),
    [
      'create category',
      'create staging area',
      'remove category',
      'remove staging area',
      'rename category',
      'rename staging area',
    ],
  );
});
