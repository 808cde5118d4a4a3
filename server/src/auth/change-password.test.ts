import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { after, test } from 'node:test';
import { WRONG_LOGIN } from '@restvarde/contract/auth/login';
import { DEAD_LINK, PASSWORD_ELSEWHERE, WRONG_PASSWORD } from '@restvarde/contract/auth/password';
import { SENTENCE } from '@restvarde/contract/errors';
import { sql } from 'kysely';
import { latestEmail } from '../../../demo/src/mailbox/read-mailbox.ts';
import { openLogins, PASSWORD } from '../../test/auth/logins.ts';
import { untilWaiting } from '../../test/eventually.ts';
import { LIMITS } from '../http/limit-table.ts';
import { hashToken, randomToken } from '../keys.ts';
import { endSessionsOf } from './end-sessions.ts';
import { hashPassword } from './passwords/password.ts';
import { sessionAllowance } from './second-factor/spend-second-factor.ts';

const OTHER = 'Blåbär i granskogen 7';

const logins = await openLogins();
after(() => logins.stop());
const { db } = logins.node.context.pool;

async function send(access: string, body: object) {
  const reply = await logins.node.app.inject({
    method: 'POST',
    url: '/api/change-password',
    payload: body,
    headers: { authorization: `Bearer ${access}` },
  });
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() };
}

const change = (access: string, current_password = PASSWORD, password = OTHER) =>
  send(access, { current_password, password, confirm_password: password });

async function statusOf(access: string): Promise<number> {
  const headers = { authorization: `Bearer ${access}` };
  return (await logins.node.app.inject({ url: '/api/users/me', headers })).statusCode;
}

async function countEvents(id: number, kind: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from security_events
    where kind = ${kind} and user_id = ${id} and actor_id = ${id}`.execute(db);
  return rows[0]!.count;
}

const CHANGED = 'Lingon på mossen 8';

/** Runs a call that waits for another node's password change. */
async function whileAnotherChanges<T>(id: number, call: () => Promise<T>): Promise<T> {
  const hash = await hashPassword(CHANGED);
  let waiting!: Promise<T>;
  await db.transaction().execute(async (tx) => {
    await sql`update users set password_hash = ${hash} where id = ${id}`.execute(tx);
    waiting = call();
    await untilWaiting(db);
    await endSessionsOf(tx, [id]);
  });
  return waiting;
}

test('AUTH-19 a user with the current password sets a new one, which ends all other sessions', async () => {
  const { id, email } = await logins.makePerson();
  const [here, elsewhere] = [await logins.node.logIn(id), await logins.node.logIn(id)];
  assert.deepEqual(await change(here.access), { status: 204, body: null });
  assert.deepEqual([await statusOf(here.access), await statusOf(elsewhere.access)], [200, 401]);
  assert.equal((await logins.logIn(email, PASSWORD)).status, 400);
  assert.equal((await logins.logIn(email, OTHER)).status, 200);
  assert.equal(await countEvents(id, 'password_changed'), 1);
  await latestEmail(
    logins.mailbox.url,
    email,
    ({ subject }) => subject === 'Ditt lösenord har ändrats',
  );
});

test('AUTH-19 a code mailed before the change no longer works', async () => {
  const { id, email } = await logins.makePerson();
  const { uuid, code } = await logins.begin(email);
  await change((await logins.node.logIn(id)).access);
  assert.equal((await logins.enter(uuid, code)).status, 400);
});

test('AUTH-19 during the change no code can be requested, or requested again', async () => {
  const { id, email } = await logins.makePerson();
  const begun = await whileAnotherChanges(id, () => logins.logIn(email, PASSWORD));
  assert.deepEqual([begun.status, JSON.parse(begun.body)], [400, { detail: WRONG_LOGIN }]);
  const other = await logins.makePerson();
  const { uuid } = await logins.begin(other.email);
  await sql`update login_codes set sent_at = sent_at - interval '60 seconds'`.execute(db);
  const again = () => logins.post('/api/auth/two-factor/resend', { uuid });
  assert.equal((await whileAnotherChanges(other.id, again)).status, 400);
});

test('AUTH-19 an earlier reset link no longer works', async () => {
  const { id } = await logins.makePerson();
  const link = randomToken();
  await sql`
    insert into reset_tokens (token_hash, user_id, expires_at)
    values (${hashToken(link)}, ${id}, now_ms() + interval '1 hour')`.execute(db);
  await change((await logins.node.logIn(id)).access);
  const chosen = { password: PASSWORD, confirm_password: PASSWORD };
  const { status, body } = await logins.post(`/api/reset-password/${link}`, chosen);
  assert.deepEqual([status, JSON.parse(body)], [400, { detail: DEAD_LINK }]);
});

test('AUTH-19, LIMIT-1 a right password does not use up the allowance for wrong ones', async () => {
  const { id } = await logins.makePerson();
  const { access } = await logins.node.logIn(id);
  await change(access);
  const [limit, key] = sessionAllowance(id);
  for (let guess = 0; guess < limit.burst; guess++)
    assert.equal(await logins.node.context.limits.take(limit, key), 0);
});

test('AUTH-19 the first of two concurrent changes on two nodes wins', async () => {
  const { id, email } = await logins.makePerson();
  const { access } = await logins.node.logIn(id);
  assert.deepEqual(await whileAnotherChanges(id, () => change(access)), {
    status: 400,
    body: { detail: SENTENCE.changed, code: 'changed' },
  });
  assert.equal((await logins.logIn(email, CHANGED)).status, 200);
});

test('AUTH-19, LIMIT-1, SEC-1 a stolen token changes no password, has 20 guesses, and each guess is recorded', async () => {
  const { id } = await logins.makePerson();
  const { access } = await logins.node.logIn(id);
  // Wrong passwords of a session use the limit for its wrong app codes.
  const most = LIMITS.second_factor_known.burst;
  for (let guess = 0; guess < most; guess++) {
    const wrong = { status: 400, body: { current_password: [WRONG_PASSWORD] } };
    assert.deepEqual(await change(access, 'fel lösenord'), wrong);
  }
  assert.equal((await change(access)).status, 429);
  assert.equal(await countEvents(id, 'password_kept'), most);
});

test('AUTH-19, AUTH-14 the new password is checked as with a link, and the old one stays if it is refused', async () => {
  const { id, email } = await logins.makePerson();
  const { access } = await logins.node.logIn(id);
  const common = await change(access, PASSWORD, 'lösenord1234');
  assert.deepEqual(Object.keys(common.body), ['password']);
  const body = { current_password: PASSWORD, password: OTHER, confirm_password: `${OTHER}!` };
  const { body: faults } = await send(access, body);
  assert.deepEqual(faults, { confirm_password: ['Lösenorden är inte lika.'] });
  assert.equal((await logins.logIn(email, PASSWORD)).status, 200);
});

test('AUTH-19 an account of single sign-on has no password to change', async () => {
  const { id } = await logins.makePerson();
  const { access } = await logins.node.logIn(id);
  await sql`update users set is_ad_user = true where id = ${id}`.execute(db);
  assert.deepEqual(await change(access), { status: 400, body: { detail: PASSWORD_ELSEWHERE } });
});

test('AUTH-19 a login hashes the password again if the stored hash has a lower cost than new ones', async () => {
  const { id, email } = await logins.makePerson();
  const nonce = Buffer.from('somesaltsomesalt');
  const cost = { memory: 4096, passes: 2, parallelism: 1 };
  const tag = argon2Sync('argon2id', { message: PASSWORD, nonce, tagLength: 32, ...cost });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  const weak = `$argon2id$v=19$m=4096,t=2,p=1$${salt}$${hash}`;
  await sql`update users set password_hash = ${weak} where id = ${id}`.execute(db);
  assert.equal((await logins.logIn(email, 'fel lösenord')).status, 400);
  const stored = async () => {
    const { rows } = await sql<{
      hash: string;
    }>`select password_hash as hash from users where id = ${id}`.execute(db);
    return rows[0]!.hash;
  };
  assert.equal(await stored(), weak);
  assert.equal((await logins.logIn(email, PASSWORD)).status, 200);
  assert.match(await stored(), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal((await logins.logIn(email, PASSWORD)).status, 200);
});
