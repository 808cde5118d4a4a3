import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { SENTENCE } from '@restvarde/contract/errors';
import { makeCompany, makeStaff, makeStation } from '../../test/factories.ts';
import { emailsFor } from '../../test/sent-emails.ts';
import { openTestNode } from '../../test/test-node.ts';

const { node, db } = await openTestNode();

const nord = await makeCompany(db);
const admin = await makeStaff(db, nord, 30);
const rival = await makeStaff(db, await makeCompany(db), 30);

const LIST = '/api/service-stations';
const person = (changes: object = {}) => ({
  first_name: 'Eva',
  last_name: 'Berg',
  email: `${randomBytes(4).toString('hex')}@verkstad.example`,
  ...changes,
});
const makeEmpty = async (): Promise<number> => {
  const number = randomBytes(4).toString('hex');
  const { body } = await node.call(admin, 'POST', LIST, {
    ...{ number, name: 'Lindbil', is_staging_area: false },
  });
  return body.id;
};
const usersOf = (station: number) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'role', 'password_hash'])
    .where('service_station_id', '=', station)
    .execute();

test('STN-3 the contact is a user of the station, and gets an email to set a password', async () => {
  const station = await makeEmpty();
  const contact = person({ email: ' Eva.Berg@Verkstad.example ' });
  const { status, body } = await node.call(admin, 'POST', `${LIST}/${station}/user`, contact);
  assert.equal(status, 201);
  assert.deepEqual(body.user, { ...contact, email: 'eva.berg@verkstad.example' });
  const [user] = await usersOf(station);
  assert.deepEqual([user?.role, user?.password_hash], [10, null]);
  assert.deepEqual(await emailsFor(db, user!.id), ['set-password']);
});

test('STN-3 if the user is refused the station stays, and a retry only creates the user', async () => {
  const station = await makeEmpty();
  const url = `${LIST}/${station}/user`;
  const taken = person();
  await node.call(admin, 'POST', `${LIST}/${await makeEmpty()}/user`, taken);
  const refused = await node.call(admin, 'POST', url, person({ email: taken.email.toUpperCase() }));
  assert.deepEqual(
    [refused.status, refused.body],
    [400, { email: ['E-postadressen används redan'] }],
  );
  assert.equal((await node.call(admin, 'GET', `${LIST}/${station}`)).body.user, null);
  const contact = person();
  for (let attempt = 0; attempt < 2; attempt++) {
    const { status, body } = await node.call(admin, 'POST', url, contact);
    assert.deepEqual([status, body.user], [201, contact]);
  }
  const users = await usersOf(station);
  assert.equal(users.length, 1);
  assert.deepEqual(await emailsFor(db, users[0]!.id), ['set-password']);
  assert.deepEqual((await node.call(admin, 'POST', url, person())).body, {
    detail: 'Verkstaden har redan en kontaktperson',
  });
});

test('STN-3 two concurrent calls create one contact', async () => {
  const station = await makeEmpty();
  const contact = person();
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => node.call(admin, 'POST', `${LIST}/${station}/user`, contact)),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201, 201],
  );
  assert.equal((await usersOf(station)).length, 1);
});

test('STN-4, STN-5 names can be changed alone, and missing ones are errors', async () => {
  const station = await makeStation(db, nord);
  const url = `${LIST}/${station.id}/user`;
  const { body } = await node.call(admin, 'PATCH', url, { first_name: 'Karl' });
  assert.equal(body.user.first_name, 'Karl');
  assert.equal((await node.call(station.user_id, 'GET', '/api/users/me')).body.first_name, 'Karl');
  assert.deepEqual(await emailsFor(db, station.user_id), []);
  const bad = await node.call(admin, 'PATCH', url, { last_name: '', email: 'karl' });
  assert.deepEqual(bad.body, {
    last_name: ['Du måste ange efternamn'],
    email: ['Ange en giltig e-post'],
  });
  assert.equal(
    (await node.call(admin, 'PATCH', `${LIST}/${await makeEmpty()}/user`, { first_name: 'X' }))
      .status,
    404,
  );
});

test('STN-5 the contact’s own address, in any spelling, changes nothing', async () => {
  const station = await makeStation(db, nord, { user: { password_hash: 'some hash' } });
  const { access } = await node.logIn(station.user_id);
  const url = `${LIST}/${station.id}/user`;
  const { email } = (await node.call(admin, 'GET', `${LIST}/${station.id}`)).body.user;
  const { body } = await node.call(admin, 'PATCH', url, { email: email.toUpperCase() });
  assert.deepEqual([body.user.email, body.successor], [email, null]);
  const headers = { authorization: `Bearer ${access}` };
  assert.equal((await node.call(null, 'GET', '/api/users/me', null, headers)).status, 200);
});

test('STN-2 a reset is mailed, and the reply contains the address', async () => {
  const station = await makeStation(db, nord, { user: { email: 'eva@lindbil.example' } });
  const url = `${LIST}/${station.id}/user/reset-password`;
  const { status, body } = await node.call(admin, 'POST', url);
  assert.deepEqual([status, body], [200, { email: 'eva@lindbil.example' }]);
  assert.deepEqual(await emailsFor(db, station.user_id), ['set-password']);
  const nobody = `${LIST}/${await makeEmpty()}/user/reset-password`;
  assert.equal((await node.call(admin, 'POST', nobody)).status, 404);
});

test('ROLE-13, ROLE-16 another company’s contact is neither shown nor changed', async () => {
  const station = await makeStation(db, nord);
  const url = `${LIST}/${station.id}/user`;
  const read = await node.call(rival, 'GET', `${LIST}/${station.id}`);
  assert.deepEqual([read.body.can_edit, read.body.user], [false, null]);
  const answers = [
    await node.call(rival, 'PATCH', url, { first_name: 'X' }),
    await node.call(rival, 'POST', url, person()),
    await node.call(rival, 'POST', `${url}/reset-password`),
  ];
  for (const { status, body } of answers)
    assert.deepEqual([status, body], [403, { detail: SENTENCE.forbidden }]);
  assert.deepEqual(await emailsFor(db, station.user_id), []);
});

test('AUC-16 changes to stations and contacts are recorded for their company', async () => {
  const station = await makeEmpty();
  const url = `${LIST}/${station}`;
  await node.call(admin, 'POST', `${url}/user`, person());
  await node.call(admin, 'PATCH', `${url}/user`, { first_name: 'Kim' });
  await node.call(admin, 'POST', `${url}/user/reset-password`);
  await node.call(admin, 'PATCH', url, { city: 'Umeå' });
  await node.call(admin, 'DELETE', url);
  const written = await db
    .selectFrom('audit_log')
    .select(['action', 'company_id', 'user_id'])
    .orderBy('id', 'desc')
    .limit(6)
    .execute();
  const actions = ['create station', 'create contact', 'change contact'];
  actions.push('reset contact password', 'change station', 'remove station');
  assert.deepEqual(
    written.reverse(),
    actions.map((action) => ({ action, company_id: nord, user_id: admin })),
  );
});
