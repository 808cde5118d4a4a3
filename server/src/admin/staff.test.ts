import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Role } from '@restvarde/contract/roles';
import { standStill } from '../../test/auth/logins.ts';
import { countStatements } from '../../test/count-statements.ts';
import { eventually } from '../../test/eventually.ts';
import { makeCompany, makeStaff } from '../../test/factories.ts';
import { openTestNode } from '../../test/test-node.ts';
import type { Node } from '../node.ts';

const { node, db } = await openTestNode();

const other = await node.startAnother();
const nord = await makeCompany(db, { name: 'Nord' });
const root = await makeStaff(db, null, 30);
const admin = await makeStaff(db, nord, 30, { first_name: 'Ada', last_name: 'Ek' });
await makeStaff(db, nord, 20, { first_name: 'Bo', last_name: 'Alm' });
const rival = await makeStaff(db, await makeCompany(db, { name: 'Väst' }), 30);

const person = (changes: object = {}) => ({
  first_name: 'Eva',
  last_name: 'Öst',
  email: `${randomBytes(4).toString('hex')}@bolag.example`,
  role: 20 as Role,
  ...changes,
});
const invite = (user: number, body: object, query = '') =>
  node.call(user, 'POST', `/api/users${query}`, body);
const change = (user: number, id: number, body: object) =>
  node.call(user, 'PATCH', `/api/users/${id}`, body);
const list = async (user: number, query = '') =>
  (await node.call(user, 'GET', `/api/users${query}`)).body as { id: number; email: string }[];
/** Returns the status of a call with a token on a node. */
const look = async (on: Pick<Node, 'app'>, access: string, url: string) => {
  const headers = { authorization: `Bearer ${access}` };
  return (await on.app.inject({ url, headers })).statusCode;
};

test('API-3 missing and invalid values are reported at their field', async () => {
  assert.deepEqual((await invite(admin, {})).body, {
    first_name: ['Du måste ange förnamn'],
    last_name: ['Du måste ange efternamn'],
    email: ['Du måste ange e-postadress'],
    role: ['Du måste välja roll'],
  });
  for (const role of [10, '20', 40, null])
    assert.deepEqual((await invite(admin, person({ role }))).body, {
      role: ['Du måste välja roll'],
    });
});

test('DATA-1 an admin gets their own company’s staff by name, a superuser all or one company’s', async () => {
  const own = await list(admin);
  assert.ok(own.length >= 2 && own.every((user) => Object(user).company_id === nord));
  const names = own.map((user) => Object(user).last_name);
  assert.deepEqual(names, names.toSorted(new Intl.Collator('sv').compare));
  assert.deepEqual(
    (await list(rival)).map(({ id }) => id),
    [rival],
  );
  assert.deepEqual(await list(root, `?company=${nord}`), own);
  const all = (await list(root)).map(({ id }) => id);
  assert.ok(all.includes(admin) && all.includes(rival) && !all.includes(root));
  assert.deepEqual(await list(rival, `?company=${nord}`), await list(rival));
});

test('API-4 the staff list takes one statement', async () => {
  const { access } = await node.logIn(admin);
  const statements = await countStatements(node.context.pool, () =>
    look(node, access, '/api/users'),
  );
  assert.equal(statements.length, 1);
});

test('AUTH-8 a changed role applies to the next call on every node', async (t) => {
  standStill(t);
  const id = await makeStaff(db, nord, 20);
  const { access } = await node.logIn(id);
  for (const on of [node, other]) assert.equal(await look(on, access, '/api/users'), 403);
  assert.equal((await change(admin, id, { role: 30 })).body.role, 30);
  assert.equal(await look(node, access, '/api/users'), 200);
  await eventually(async () => assert.equal(await look(other, access, '/api/users'), 200));
  await change(admin, id, { role: 20 });
  assert.equal(await look(node, access, '/api/users'), 403);
  await eventually(async () => assert.equal(await look(other, access, '/api/users'), 403));
});

test('AUTH-8 a deactivated user is logged out at once on every node, and can log in again once restored', async (t) => {
  standStill(t);
  const id = await makeStaff(db, nord, 20);
  const { access, refresh } = await node.logIn(id);
  for (const on of [node, other]) assert.equal(await look(on, access, '/api/users/me'), 200);
  const { body } = await change(admin, id, { is_active: false });
  assert.equal(body.is_active, false);
  assert.equal(await look(node, access, '/api/users/me'), 401);
  await eventually(async () => assert.equal(await look(other, access, '/api/users/me'), 401));
  assert.equal((await change(admin, id, { is_active: true })).body.is_active, true);
  assert.equal(await look(node, access, '/api/users/me'), 401);
  const again = await node.call(null, 'POST', '/api/auth/token/refresh', { refresh });
  assert.equal(again.status, 401);
  assert.equal(await look(node, (await node.logIn(id)).access, '/api/users/me'), 200);
});

test('DATA-1 users cannot demote or deactivate themselves', async () => {
  await makeStaff(db, nord, 30);
  assert.deepEqual((await change(admin, admin, { role: 20 })).body, {
    role: ['Du kan inte ändra din egen roll'],
  });
  assert.deepEqual((await change(admin, admin, { is_active: false })).body, {
    is_active: ['Du kan inte stänga av dig själv'],
  });
  const renamed = await change(admin, admin, { first_name: 'Ally', role: 30, is_active: true });
  assert.deepEqual([renamed.status, renamed.body.first_name], [200, 'Ally']);
});

test('DATA-1 the last admin stays, also when two demote each other at once', async () => {
  const company = await makeCompany(db);
  const [first, second] = [await makeStaff(db, company, 30), await makeStaff(db, company, 30)];
  await makeStaff(db, company, 20);
  const answers = await Promise.all([
    change(first, second, { role: 20 }),
    change(second, first, { is_active: false }),
  ]);
  const statuses = answers.map(({ status }) => status).sort();
  assert.equal(statuses[0], 200);
  assert.ok([400, 401, 403].includes(statuses[1]!));
  const admins = (await list(root, `?company=${company}`)).filter(
    (user) => Object(user).role === 30 && Object(user).is_active,
  );
  assert.equal(admins.length, 1);
  for (const body of [{ role: 20 }, { is_active: false }]) {
    assert.deepEqual((await change(root, admins[0]!.id, body)).body, {
      [Object.keys(body)[0]!]: ['Bolaget måste ha minst en administratör'],
    });
  }
});

test('AUC-16 changes of staff are logged', async () => {
  const { body } = await invite(admin, person());
  await change(admin, body.id, { role: 30 });
  await change(admin, body.id, { role: 30 });
  const written = await db
    .selectFrom('audit_log')
    .select(['action', 'company_id', 'user_id', 'before', 'after'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  const who = { company_id: nord, user_id: admin };
  assert.deepEqual(written, [
    {
      ...who,
      action: 'change staff',
      before: { user_id: body.id, role: 20 },
      after: { user_id: body.id, role: 30 },
    },
    {
      ...who,
      action: 'invite staff',
      before: null,
      after: {
        ...{ user_id: body.id, first_name: 'Eva', last_name: 'Öst' },
        ...{ email: body.email, role: 20 },
      },
    },
  ]);
});
