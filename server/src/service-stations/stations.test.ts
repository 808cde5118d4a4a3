import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SENTENCE } from '@restvarde/contract/errors';
import { sql } from 'kysely';
import { makeAuction, makeCategory, makeStation } from '../../test/factories.ts';
import { makeTwoCompanies } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';

let count = 0;

const { node, db } = await openTestNode();

const { nord, vast, root, admin, manager, rival } = await makeTwoCompanies(db);
const cars = await makeCategory(db);
const boats = await makeCategory(db, nord);

const LIST = '/api/service-stations';
const form = (changes: object = {}) => {
  count++;
  return { number: `V-${count}`, name: `Verkstad ${count}`, is_staging_area: false, ...changes };
};
const create = (changes: object = {}, user = admin, url = LIST) =>
  node.call(user, 'POST', url, form(changes));
const ids = (categories: { id: number }[]) => categories.map(({ id }) => id);

test('STN-3, STN-11 a station is created without its user', async () => {
  const { status, body } = await create({
    number: ' 1042 ',
    name: 'Lindbil',
    street: 'Storgatan 1',
    postal: '702 10',
    city: 'Örebro',
    phone: ' 019-12 34 56 ',
    category_ids: [cars, '', null, boats, cars],
  });
  assert.equal(status, 201);
  assert.deepEqual(ids(body.categories).sort(), [cars, boats].sort());
  assert.deepEqual(
    { ...body, categories: [] },
    {
      id: body.id,
      number: '1042',
      name: 'Lindbil',
      street: 'Storgatan 1',
      postal: '70210',
      city: 'Örebro',
      phone: '019-12 34 56',
      is_staging_area: false,
      categories: [],
      silent_categories: [],
      company_id: nord,
      company_name: 'Nord',
      user: null,
      contact_lacks_password: null,
      contact_logged_in_at: null,
      successor: null,
      dismantler: null,
      deregistrations_overdue: 0,
      can_edit: true,
    },
  );
  assert.deepEqual((await node.call(admin, 'GET', `${LIST}/${body.id}`)).body, body);
});

test('STN-4 missing and invalid values are errors at their fields, all at once', async () => {
  const { status, body } = await node.call(admin, 'POST', LIST, { postal: '7021' });
  assert.equal(status, 400);
  assert.deepEqual(body, {
    number: ['Du måste ange verkstadsnummer'],
    name: ['Du måste ange verkstadens namn'],
    postal: ['Ange i formatet 12345'],
    is_staging_area: ['Du måste välja om verkstaden är uppställningsplats'],
  });
});

test('STN-4 categories are global or the company’s own', async () => {
  const foreign = await makeCategory(db, vast);
  for (const category_ids of [[foreign], [99_999]]) {
    assert.deepEqual((await create({ category_ids })).body, {
      category_ids: ['Välj bland bolagets kategorier'],
    });
  }
  assert.equal((await create({ category_ids: [String(cars)] })).status, 400);
});

test('STN-9 a number is unique in a company, and free again when its station is removed', async () => {
  const first = await create({ number: 'V-100' });
  const taken = { number: ['Verkstadsnumret används redan'] };
  for (const number of ['V-100', 'v-100', ' V 100', 'V100', 'v–100'])
    assert.deepEqual((await create({ number })).body, taken, number);
  assert.equal((await create({ number: 'V-100' }, rival)).status, 201);
  const other = await create();
  const renumbered = await node.call(admin, 'PATCH', `${LIST}/${other.body.id}`, {
    number: 'v100',
  });
  assert.deepEqual([renumbered.status, renumbered.body], [400, taken]);
  const rewritten = await node.call(admin, 'PATCH', `${LIST}/${first.body.id}`, {
    number: 'v 100',
  });
  assert.deepEqual([rewritten.status, rewritten.body.number], [200, 'v 100']);
  await node.call(admin, 'DELETE', `${LIST}/${first.body.id}`);
  assert.equal((await create({ number: 'V-100' })).status, 201);
});

test('ROLE-2 a superuser names the company, others add to their own', async () => {
  assert.deepEqual((await create({}, root)).body, { company: ['Du måste välja bolag'] });
  assert.equal((await create({}, root, `${LIST}?company=${vast}`)).body.company_id, vast);
  assert.equal((await create({}, admin, `${LIST}?company=${vast}`)).body.company_id, nord);
});

test('STN-5 a change keeps fields that are not sent', async () => {
  const { body: made } = await create({ city: 'Gävle', category_ids: [cars] });
  const url = `${LIST}/${made.id}`;
  const { status, body } = await node.call(admin, 'PATCH', url, { name: 'Nytt namn' });
  assert.equal(status, 200);
  assert.deepEqual(body, { ...made, name: 'Nytt namn' });
  assert.deepEqual((await node.call(admin, 'PATCH', url, { name: '' })).body, {
    name: ['Du måste ange verkstadens namn'],
  });
  const emptied = await node.call(admin, 'PATCH', url, { category_ids: [] });
  assert.deepEqual(emptied.body.categories, []);
});

test('ROLE-17 changed categories apply to the station’s next call', async () => {
  const station = await makeStation(db, nord, { categories: [boats] });
  const auction = await makeAuction(db, { company: nord, creator: manager, categories: [cars] });
  const look = () => node.call(station.user_id, 'GET', `/api/auctions/${auction}`);
  assert.equal((await look()).status, 404);
  await node.call(admin, 'PATCH', `${LIST}/${station.id}`, { category_ids: [boats, cars] });
  assert.equal((await look()).status, 200);
  await node.call(admin, 'PATCH', `${LIST}/${station.id}`, { category_ids: [boats] });
  assert.equal((await look()).status, 404);
});

test('ROLE-13, ROLE-14 another company’s station can be read but not changed', async () => {
  const { body: made } = await create();
  const url = `${LIST}/${made.id}`;
  const read = await node.call(rival, 'GET', url);
  assert.deepEqual([read.status, read.body.can_edit], [200, false]);
  const refused = [
    await node.call(rival, 'PATCH', url, { name: 'Min' }),
    await node.call(rival, 'DELETE', url),
  ];
  for (const { status, body } of refused)
    assert.deepEqual([status, body], [403, { detail: SENTENCE.forbidden }]);
  assert.equal((await node.call(root, 'PATCH', url, { name: 'Allas' })).status, 200);
  for (const method of ['GET', 'PATCH', 'DELETE'] as const)
    assert.equal((await node.call(rival, method, `${LIST}/99999`)).status, 404);
});

test('STN-12, ROLE-16 those who may edit a station see whether its contact has a password, and when it logged in', async () => {
  const { id } = (await create()).body;
  const lacking = async (user: number) =>
    (await node.call(user, 'GET', `${LIST}/${id}`)).body.contact_lacks_password;
  assert.equal(await lacking(admin), null, 'nobody');
  const contact = { first_name: 'Eva', last_name: 'Lind', email: `eva-${id}@verkstad.example` };
  assert.equal((await node.call(admin, 'POST', `${LIST}/${id}/user`, contact)).status, 201);
  assert.equal(await lacking(admin), true);
  assert.equal(await lacking(rival), null);
  await sql`update users set password_hash = 'x' where service_station_id = ${id}`.execute(db);
  assert.equal(await lacking(admin), false);
  const seen = async (user: number) =>
    (await node.call(user, 'GET', `${LIST}/${id}`)).body.contact_logged_in_at;
  assert.equal(await seen(admin), null, 'never');
  const at = '2026-11-03T09:00:00.000Z';
  await sql`
    insert into security_events (kind, at, user_id, company_id)
    select 'login', ${at}, id, ${nord} from users where service_station_id = ${id}`.execute(db);
  assert.deepEqual([await seen(admin), await seen(rival)], [at, null]);
});

test('STN-11, ROLE-16 the phone number is for those who may edit the station, and for itself', async () => {
  const mine = (await create({ phone: '019-12 34 56' })).body.id;
  const theirs = (await create({ phone: '031-65 43 21' }, root, `${LIST}?company=${vast}`)).body.id;
  const phoneOf = async (id: number) => (await node.call(admin, 'GET', `${LIST}/${id}`)).body.phone;
  assert.deepEqual([await phoneOf(mine), await phoneOf(theirs)], ['019-12 34 56', null]);
  const own = await makeStation(db, nord);
  await node.call(admin, 'PATCH', `${LIST}/${own.id}`, { phone: '08-465 004 01' });
  assert.equal(
    (await node.call(own.user_id, 'GET', '/api/service-station')).body.phone,
    '08-465 004 01',
  );
  await node.call(admin, 'PATCH', `${LIST}/${mine}`, { phone: '' });
  assert.equal(await phoneOf(mine), '');
  assert.equal(
    (await node.call(admin, 'PATCH', `${LIST}/${mine}`, { phone: '1'.repeat(41) })).status,
    400,
  );
});

test('STN-8 the user of a removed station is logged out at once, and its bids stay', async () => {
  const station = await makeStation(db, nord, { categories: [cars] });
  const auction = await makeAuction(db, { company: nord, creator: manager, categories: [cars] });
  const bid = await node.call(station.user_id, 'POST', `/api/auctions/${auction}/bids`, {
    bid: 500,
  });
  assert.equal(bid.status, 201);
  const { access, refresh } = await node.logIn(station.user_id);
  const headers = { authorization: `Bearer ${access}` };
  assert.equal((await node.call(null, 'GET', '/api/users/me', null, headers)).status, 200);

  assert.equal((await node.call(admin, 'DELETE', `${LIST}/${station.id}`)).status, 204);
  assert.equal((await node.call(null, 'GET', '/api/users/me', null, headers)).status, 401);
  assert.equal((await node.call(null, 'POST', '/api/auth/token/refresh', { refresh })).status, 401);
  const late = await node.call(station.user_id, 'POST', `/api/auctions/${auction}/bids`, {
    bid: 900,
  });
  assert.equal(late.status, 401);
  const { body } = await node.call(manager, 'GET', `/api/auctions/${auction}/bids`);
  assert.deepEqual([body.results[0].bid, body.results[0].service_station_name], [500, null]);
  assert.equal((await node.call(admin, 'GET', `${LIST}/${station.id}`)).status, 404);
  assert.equal((await node.call(admin, 'DELETE', `${LIST}/${station.id}`)).status, 404);
});
