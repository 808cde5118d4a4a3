import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SECOND_FACTOR_SENTENCE } from '@restvarde/contract/auth/second-factor';
import { sql } from 'kysely';
import { latestEmail } from '../../../../demo/src/mailbox/read-mailbox.ts';
import { addApp, allowSameCode, codeNow, wrongCode } from '../../../test/auth/authenticator.ts';
import { openLogins, PASSWORD } from '../../../test/auth/logins.ts';
import { makeStaff } from '../../../test/factories.ts';
import { LIMITS } from '../../http/limit-table.ts';
import { deriveKey, seal } from '../../keys.ts';

const logins = await openLogins();
after(() => logins.stop());
const { db } = logins.node.context.pool;
const call = (
  id: number,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  body: object | null = null,
) => logins.node.call(id, method, url, body);
const start = (id: number, password = PASSWORD) =>
  call(id, 'POST', '/api/second-factor/enrolment', { password });
const add = (id: number, enrolment: string, app_code: string) =>
  call(id, 'POST', '/api/second-factor', { enrolment, app_code });

test('SEC-5 an app is added by password and its first code, listed, and reported by email', async () => {
  const { id, email } = await logins.makePerson();
  const off = { is_on: false, added_at: null, recovery_codes_left: 0, is_required: false };
  assert.deepEqual((await call(id, 'GET', '/api/second-factor')).body, off);
  const { body } = await start(id);
  assert.match(body.url, /^otpauth:\/\/totp\//);
  assert.ok(body.square.size > 20 && body.square.path.startsWith('M'));
  // Nothing is stored until it is completed.
  assert.deepEqual((await call(id, 'GET', '/api/second-factor')).body, off);
  const wrong = await add(id, body.enrolment, wrongCode(body.secret));
  assert.equal(wrong.status, 400);
  assert.deepEqual(wrong.body, { app_code: [SECOND_FACTOR_SENTENCE.wrong] });
  const added = await add(id, body.enrolment, codeNow(body.secret));
  assert.equal(added.status, 201);
  const state = (await call(id, 'GET', '/api/second-factor')).body;
  assert.deepEqual({ ...state, added_at: null }, { ...off, is_on: true, recovery_codes_left: 10 });
  await latestEmail(
    logins.mailbox.url,
    email,
    ({ subject }) => subject === 'Autentiseringsapp tillagd',
  );
  const { rows } = await sql<{ kind: string }>`
    select kind from security_events where user_id = ${id} order by id`.execute(db);
  assert.equal(rows.at(-1)?.kind, 'second_factor_added');
});

test('SEC-5 the code that added an app does not work for a login', async () => {
  const { id, email } = await logins.makePerson();
  const { access } = await logins.node.logIn(id);
  const { secret } = await addApp(logins.node, access);
  const { uuid, code } = await logins.begin(email);
  const body = { uuid, two_factor_code: code, second_factor: codeNow(secret) };
  const reply = await logins.post('/api/auth/token/two-factor', body);
  // The code may have expired meanwhile.
  if (reply.status === 400) assert.equal(JSON.parse(reply.body).code, 'second_factor_wrong');
  else assert.equal(reply.status, 200);
});

test('SEC-5 one of two concurrent additions succeeds, and ends the other’s session', async () => {
  const { id } = await logins.makePerson();
  const [owner, thief] = [await logins.node.logIn(id), await logins.node.logIn(id)];
  const send = async (access: string, url: string, payload: object) => {
    const headers = { authorization: `Bearer ${access}` };
    const reply = await logins.node.app.inject({ method: 'POST', url, payload, headers });
    return { status: reply.statusCode, body: JSON.parse(reply.body) };
  };
  const begun = await Promise.all(
    [owner, thief].map(async ({ access }) => {
      const { body } = await send(access, '/api/second-factor/enrolment', { password: PASSWORD });
      return { access, ...body } as { access: string; enrolment: string; secret: string };
    }),
  );
  const answers = await Promise.all(
    begun.map((one) =>
      send(one.access, '/api/second-factor', {
        enrolment: one.enrolment,
        app_code: codeNow(one.secret),
      }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  const first = answers.findIndex(({ status }) => status === 201);
  const { secret } = begun[first]!;
  const late = begun[1 - first]!;
  const headers = { authorization: `Bearer ${late.access}` };
  const seen = await logins.node.app.inject({ url: '/api/users/me', headers });
  assert.equal(seen.statusCode, 401);
  // A later session cannot complete an earlier enrolment either.
  assert.deepEqual((await add(id, late.enrolment, codeNow(late.secret))).body, {
    detail: SECOND_FACTOR_SENTENCE.isOn,
  });
  await allowSameCode(db, id);
  const removed = await call(id, 'POST', '/api/second-factor/remove', {
    second_factor: codeNow(secret),
  });
  assert.equal(removed.status, 204);
});

test('SEC-5 another user’s, an expired and an invented enrolment add nothing', async () => {
  const [mine, other] = [await logins.makePerson(), await logins.makePerson()];
  const { body } = await start(other.id);
  const key = deriveKey(logins.node.context.config.secret, 'enrolments');
  const old = seal(key, `${mine.id} ${body.secret} ${Date.now() / 1000 - 1}`);
  for (const enrolment of [body.enrolment, old, 'x', '', seal(key, 'x')]) {
    const reply = await add(mine.id, enrolment, codeNow(body.secret));
    assert.deepEqual([reply.status, reply.body], [400, { detail: SECOND_FACTOR_SENTENCE.expired }]);
  }
});

/** The reasons of a user's failed changes. */
const written = async (id: number) => {
  const { rows } = await sql<{ details: object }>`
    select details from security_events
    where kind = 'second_factor_kept' and user_id = ${id} and actor_id = ${id}`.execute(db);
  return rows.map(({ details }) => details);
};

test('SEC-5, LIMIT-1, SEC-1 a stolen token adds no app without the password, has 20 guesses, and each guess is recorded', async () => {
  const { id } = await logins.makePerson();
  for (let guess = 0; guess < LIMITS.second_factor_known.burst; guess++) {
    const { status, body } = await start(id, 'fel lösenord');
    assert.deepEqual([status, body], [400, { password: [SECOND_FACTOR_SENTENCE.wrongPassword] }]);
  }
  assert.equal((await start(id)).status, 429);
  const guesses = LIMITS.second_factor_known.burst;
  assert.deepEqual(await written(id), Array(guesses).fill({ reason: 'password' }));
});

test('SEC-5, LIMIT-1, SEC-1 a stolen token removes no app, has 20 guesses, and each guess is recorded', async () => {
  const { id } = await logins.makePerson();
  const { access } = await logins.node.logIn(id);
  const { secret } = await addApp(logins.node, access);
  const remove = (second_factor: string) =>
    call(id, 'POST', '/api/second-factor/remove', { second_factor });
  for (let guess = 0; guess < LIMITS.second_factor_known.burst; guess++)
    assert.equal((await remove(wrongCode(secret))).status, 400);
  await allowSameCode(db, id);
  assert.equal((await remove(codeNow(secret))).status, 429);
  const renewed = await call(id, 'POST', '/api/second-factor/recovery-codes', {
    second_factor: codeNow(secret),
  });
  assert.equal(renewed.status, 429);
  assert.equal((await call(id, 'GET', '/api/second-factor')).body.is_on, true);
  const guesses = LIMITS.second_factor_known.burst;
  assert.deepEqual(await written(id), Array(guesses).fill({ reason: 'code' }));
});

test('SEC-5 new recovery codes replace the old ones', async () => {
  const { id } = await logins.makePerson();
  const { access } = await logins.node.logIn(id);
  const { secret, recovery_codes } = await addApp(logins.node, access);
  await allowSameCode(db, id);
  const url = '/api/second-factor/recovery-codes';
  const renewed = await call(id, 'POST', url, { second_factor: codeNow(secret) });
  assert.equal(renewed.status, 201);
  const [old] = recovery_codes;
  assert.equal((await call(id, 'POST', url, { second_factor: old! })).status, 400);
  const [fresh] = renewed.body.recovery_codes;
  assert.equal((await call(id, 'POST', url, { second_factor: fresh })).status, 201);
});

test('SEC-5 adding and removing an app ends the other sessions, and keeps the current one', async () => {
  const { id } = await logins.makePerson();
  const [here, there] = [await logins.node.logIn(id), await logins.node.logIn(id)];
  const isIn = async ({ access }: { access: string }) => {
    const headers = { authorization: `Bearer ${access}` };
    return (await logins.node.app.inject({ url: '/api/users/me', headers })).statusCode;
  };
  assert.equal(await isIn(there), 200);
  const { secret } = await addApp(logins.node, here.access);
  assert.deepEqual([await isIn(here), await isIn(there)], [200, 401]);
  const elsewhere = await logins.node.logIn(id);
  await allowSameCode(db, id);
  const removed = await logins.node.app.inject({
    method: 'POST',
    url: '/api/second-factor/remove',
    payload: { second_factor: codeNow(secret) },
    headers: { authorization: `Bearer ${here.access}` },
  });
  assert.equal(removed.statusCode, 204);
  assert.deepEqual([await isIn(here), await isIn(elsewhere)], [200, 401]);
});

test('SEC-5 an account of single sign-on adds no app', async () => {
  const id = await makeStaff(db, logins.company, 20, { email: 'ad@elsewhere.example' });
  await sql`update users set is_ad_user = true where id = ${id}`.execute(db);
  assert.deepEqual((await start(id)).body, { detail: SECOND_FACTOR_SENTENCE.elsewhere });
});

test('SEC-8 an admin removes a colleague’s app, who is logged out and notified, and cannot remove their own', async () => {
  const admin = await makeStaff(db, logins.company, 30, { email: 'admin@bolag.example' });
  const { id, email } = await logins.makePerson();
  const { access } = await logins.node.logIn(id);
  await addApp(logins.node, access);
  const url = (user: number) => `/api/users/${user}/second-factor`;
  assert.equal((await call(id, 'DELETE', url(id))).status, 403);
  assert.deepEqual((await call(admin, 'DELETE', url(admin))).body, {
    detail: SECOND_FACTOR_SENTENCE.own,
  });
  assert.equal((await call(admin, 'DELETE', url(id))).status, 204);
  const headers = { authorization: `Bearer ${access}` };
  const seen = await logins.node.app.inject({ url: '/api/users/me', headers });
  assert.equal(seen.statusCode, 401);
  await latestEmail(logins.mailbox.url, email, ({ subject }) => /återställd$/.test(subject));
  const { rows } = await sql`
    select actor_id, details from security_events
    where user_id = ${id} and kind = 'second_factor_removed'`.execute(db);
  assert.deepEqual(rows, [{ actor_id: admin, details: { by: 'admin' } }]);
  assert.deepEqual((await call(admin, 'DELETE', url(id))).body, {
    detail: SECOND_FACTOR_SENTENCE.isOff,
  });
  const { uuid, code } = await logins.begin(email);
  assert.equal((await logins.enter(uuid, code)).status, 200);
});

test('DATA-2 erasing a user deletes the app', async () => {
  const { id } = await logins.makePerson();
  const { access } = await logins.node.logIn(id);
  await addApp(logins.node, access);
  const { anonymiseUsers } = await import('../../users/retention.ts');
  await db.transaction().execute((tx) => anonymiseUsers(tx, { user_id: null }, [id]));
  const { rows } = await sql`
    select from second_factors where user_id = ${id}
    union all select from recovery_codes where user_id = ${id}`.execute(db);
  assert.equal(rows.length, 0);
});
