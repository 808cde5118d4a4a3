import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeCompany, makeStaff } from '../../test/factories.ts';
import { emailsFor } from '../../test/sent-emails.ts';
import { openTestNode } from '../../test/test-node.ts';

let admin: number;

const { node, db } = await openTestNode();

const root = await makeStaff(db, null, 30);
admin = await makeStaff(db, await makeCompany(db), 30, { email: 'ada@nord.example' });

const EVA = { first_name: 'Eva', last_name: 'Lind', email: 'eva@syd.example' };
const create = (user: number, body: object) => node.call(user, 'POST', '/api/companies', body);
const count = async () => (await node.call(root, 'GET', '/api/companies')).body.length;

test('DATA-1 a superuser creates a company with its first admin, who gets an email', async () => {
  const ladder = [{ min_price: 0, max_price: 1000, increment: 50 }];
  const { status, body } = await create(root, {
    name: 'Syd',
    city: 'Malmö',
    bid_increment_intervals: ladder,
    admin: EVA,
  });
  assert.equal(status, 201);
  assert.deepEqual(
    [body.name, body.city, body.bid_increment_intervals, body.auction_end_dt_incrementation],
    ['Syd', 'Malmö', ladder, 3],
  );
  const { body: staff } = await node.call(root, 'GET', `/api/users?company=${body.id}`);
  assert.equal(staff.length, 1);
  assert.deepEqual(
    { ...staff[0], ...EVA, role: 30, is_active: true, is_invited: true, company_name: 'Syd' },
    staff[0],
  );
  assert.deepEqual(await emailsFor(db, staff[0].id), ['set-password']);
  const named = await node.call(staff[0].id, 'GET', '/api/company');
  assert.equal(named.body.id, body.id);
});

test('DATA-1 an invalid admin creates no company', async () => {
  const before = await count();
  const taken = await create(root, { name: 'Öst', admin: { ...EVA, email: 'ADA@nord.example' } });
  assert.deepEqual(
    [taken.status, taken.body],
    [400, { 'admin.email': ['E-postadressen används redan'] }],
  );
  const empty = await create(root, { admin: { ...EVA, email: '', last_name: '' } });
  assert.deepEqual(empty.body, {
    name: ['Fyll i detta fält'],
    admin: ['Du måste ange efternamn', 'Du måste ange e-postadress'],
    'admin.last_name': ['Du måste ange efternamn'],
    'admin.email': ['Du måste ange e-postadress'],
  });
  assert.equal((await create(root, { name: 'Öst' })).status, 400);
  assert.equal(await count(), before);
});

test('BID-4 a new company has default bid increments', async () => {
  const eva = { ...EVA, email: 'eva@norr.example' };
  const { status, body } = await create(root, { name: 'Norr', admin: eva });
  assert.equal(status, 201);
  assert.deepEqual(body.bid_increment_intervals, [
    { min_price: 0, max_price: 10_000, increment: 250 },
    { min_price: 10_000, max_price: 50_000, increment: 500 },
    { min_price: 50_000, max_price: 200_000, increment: 1000 },
  ]);
});

test('DATA-1 company names are unique ignoring case, also when renaming', async () => {
  await makeCompany(db, { name: 'Åland' });
  const before = await count();
  const refused = { name: ['Ett bolag med det namnet finns redan'] };
  const taken = await create(root, { name: 'ÅLAND', admin: { ...EVA, email: 'e@al.example' } });
  assert.deepEqual([taken.status, taken.body], [400, refused]);
  assert.equal(await count(), before);
  const renamed = await node.call(admin, 'PATCH', '/api/company', { name: 'åland' });
  assert.deepEqual([renamed.status, renamed.body], [400, refused]);
});
