import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { openLogins, PASSWORD } from '../../test/auth/logins.ts';

const logins = await openLogins();
const { node } = logins;
const { db } = node.context.pool;
after(() => logins.stop());

interface Written {
  kind: string;
  actor_id: number | null;
  ip: string | null;
  details: object;
}

/** Events of an account, oldest first; with null those without one. */
async function eventsOf(user: number | null): Promise<Written[]> {
  const { rows } = await sql<Written>`
    select kind, actor_id, host(ip) as ip, details from security_events
    where user_id is not distinct from ${user} order by id`.execute(db);
  return rows;
}
const kindsOf = async (user: number | null) => (await eventsOf(user)).map(({ kind }) => kind);

test('SEC-1 each step of a login is recorded with its origin, and so is the logout', async () => {
  const { id, email } = await logins.makePerson();
  const home = logins.somewhere();
  await logins.logIn(email, 'fel lösenord här', home);
  const { uuid, code } = await logins.begin(email, home);
  await logins.enter(uuid, code === '000000' ? '000001' : '000000', home);
  const { body } = await logins.enter(uuid, code, home);
  await logins.post('/api/auth/logout', { refresh: JSON.parse(body).refresh }, home);
  const none = { actor_id: null, ip: home, details: {} };
  assert.deepEqual(await eventsOf(id), [
    { ...none, kind: 'login_failed', details: { reason: 'password' } },
    { ...none, kind: 'code_sent' },
    { ...none, kind: 'login_failed', details: { reason: 'code' } },
    { ...none, kind: 'login', actor_id: id, details: { by: 'code' } },
    { ...none, kind: 'logout', actor_id: id },
  ]);
});

test('SEC-1 an unknown address is recorded without the text that was typed', async () => {
  await logins.logIn('ingen-alls@bolag.example', PASSWORD);
  const written = await eventsOf(null);
  assert.equal(written.at(-1)?.kind, 'login_failed');
  const { rows } = await sql<{
    text: string;
  }>`select e::text as text from security_events e`.execute(db);
  assert.doesNotMatch(rows.map(({ text }) => text).join('\n'), /ingen-alls|Hemligt/);
});

test('SEC-1 a reset request, its completion, and logging out everywhere are recorded', async () => {
  const owner = await logins.makeOwner();
  await logins.post('/api/reset-password', { email: owner.email });
  await node.call(owner.id, 'POST', '/api/auth/logout-all');
  assert.deepEqual((await kindsOf(owner.id)).slice(-2), ['password_link_asked', 'session_ended']);
});

test('SEC-1, AUTH-8 reuse of a refresh token is recorded', async () => {
  const { id, email } = await logins.makePerson();
  const { uuid, code } = await logins.begin(email);
  const { refresh } = JSON.parse((await logins.enter(uuid, code)).body);
  await logins.post('/api/auth/token/refresh', { refresh });
  await sql`update sessions set rotated_at = now_ms() - interval '1 minute', used_generation = generation where user_id = ${id}`.execute(
    db,
  );
  assert.equal((await logins.post('/api/auth/token/refresh', { refresh })).status, 401);
  assert.deepEqual((await eventsOf(id)).at(-1)?.details, { reason: 'reused' });
});

test('SEC-1 a refusal by a limit is recorded once a minute', async () => {
  const from = logins.somewhere();
  const last = async () =>
    (await eventsOf(null)).filter(
      ({ ip, details }) => ip === from && 'reason' in details && details.reason === 'limit',
    );
  for (let tries = 0; tries < 25; tries++)
    await logins.logIn(`nobody${tries}@bolag.example`, PASSWORD, from);
  assert.equal((await last()).length, 1);
});
