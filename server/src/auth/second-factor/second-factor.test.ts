import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AUTH } from '@restvarde/contract/auth/lifetimes';
import { WRONG_CODE } from '@restvarde/contract/auth/login';
import { SECOND_FACTOR_SENTENCE } from '@restvarde/contract/auth/second-factor';
import { sql } from 'kysely';
import { latestEmail } from '../../../../demo/src/mailbox/read-mailbox.ts';
import { addApp, allowSameCode, codeNow, wrongCode } from '../../../test/auth/authenticator.ts';
import { openLogins, PASSWORD } from '../../../test/auth/logins.ts';
import { LIMITS } from '../../http/limit-table.ts';

const logins = await openLogins();
after(() => logins.stop());
const { db } = logins.node.context.pool;

/** A logged-in user with an app. */
async function makeHolder() {
  const person = await logins.makePerson();
  const { uuid, code } = await logins.begin(person.email);
  const { access } = JSON.parse((await logins.enter(uuid, code)).body);
  const app = await addApp(logins.node, access);
  await allowSameCode(db, person.id);
  return { ...person, access: access as string, ...app };
}

/** The last step of a login, with the mailed code and optionally the app's. */
async function enter(uuid: string, two_factor_code: string, second_factor?: string, from?: string) {
  const body = { uuid, two_factor_code, ...(second_factor !== undefined && { second_factor }) };
  const reply = await logins.post('/api/auth/token/two-factor', body, from);
  return { ...reply, body: JSON.parse(reply.body) };
}

const REQUIRED = {
  detail: SECOND_FACTOR_SENTENCE.required,
  code: 'second_factor_required',
};
const WRONG = { detail: SECOND_FACTOR_SENTENCE.wrong, code: 'second_factor_wrong' };

const eventsOf = async (id: number) => {
  const { rows } = await sql<{ kind: string; details: object }>`
    select kind, details from security_events where user_id = ${id} order by id`.execute(db);
  return rows;
};

test('SEC-6 a login with password and mailbox requires the app, and stays pending', async () => {
  const { id, email, secret } = await makeHolder();
  const { uuid, code } = await logins.begin(email);
  const reply = await enter(uuid, code);
  assert.equal(reply.status, 400);
  assert.deepEqual(reply.body, REQUIRED);
  // Asking repeatedly costs nothing and opens nothing.
  for (let time = 0; time <= AUTH.codeAttempts; time++)
    assert.deepEqual((await enter(uuid, code)).body, REQUIRED);
  const tokens = await enter(uuid, code, codeNow(secret));
  assert.equal(tokens.status, 200);
  assert.deepEqual(Object.keys(tokens.body).sort(), ['access', 'device', 'refresh']);
  assert.deepEqual((await eventsOf(id)).at(-1), { kind: 'login', details: { by: 'app' } });
});

test('SEC-6 the app is mentioned only if the mailed code is right', async () => {
  const { email, secret } = await makeHolder();
  const plain = await logins.makePerson();
  const replies = new Set<string>();
  for (const [address, second] of [
    [email, undefined],
    [email, codeNow(secret)],
    [plain.email, undefined],
    [plain.email, '123456'],
  ] as const) {
    const { uuid, code } = await logins.begin(address);
    const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const { status, body } = await enter(uuid, other, second);
    replies.add(JSON.stringify({ status, body }));
  }
  assert.deepEqual([...replies], [JSON.stringify({ status: 400, body: { detail: WRONG_CODE } })]);
});

test('SEC-6 a user without an app logs in as before, whatever else is sent', async () => {
  const { email } = await logins.makePerson();
  const { uuid, code } = await logins.begin(email);
  assert.equal((await enter(uuid, code, '123456')).status, 200);
});

test('SEC-6 a code of the app works once, also in concurrent logins, and no earlier one works after it', async () => {
  const { id, email, secret } = await makeHolder();
  const first = await logins.begin(email);
  const second = await logins.begin(email);
  const third = await logins.begin(email);
  const shown = codeNow(secret);
  const both = await Promise.all([first, second].map(({ uuid, code }) => enter(uuid, code, shown)));
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400]);
  assert.deepEqual(both.find(({ status }) => status === 400)?.body, WRONG);
  assert.deepEqual((await enter(third.uuid, third.code, shown)).body, WRONG);
  assert.deepEqual(
    (await eventsOf(id)).filter(({ kind }) => kind === 'login_failed').map((e) => e.details),
    [{ reason: 'second_factor' }, { reason: 'second_factor' }],
  );
});

test('SEC-6 five wrong codes end the login, and no right one works after them', async () => {
  const { email, secret } = await makeHolder();
  const { uuid, code } = await logins.begin(email);
  for (let attempt = 1; attempt <= AUTH.codeAttempts; attempt++)
    assert.deepEqual((await enter(uuid, code, wrongCode(secret))).body, WRONG);
  assert.deepEqual((await enter(uuid, code, codeNow(secret))).body, { detail: WRONG_CODE });
});

test('SEC-6, LIMIT-1 an attacker with password and mailbox has 20 guesses a day, and a new password restores none', async () => {
  const { id, email, secret, device, home } = await makeKnown();
  const { limits } = logins.node.context;
  const guess = async (from: string) => {
    const { uuid, code } = await logins.begin(email);
    for (let attempt = 0; attempt < AUTH.codeAttempts; attempt++)
      assert.deepEqual((await enter(uuid, code, wrongCode(secret), from)).body, WRONG);
    await limits.restore(LIMITS.new_code_stranger, String(id));
  };
  for (let login = 0; login < 4; login++) await guess(logins.somewhere());
  await resetPassword(email);
  const { uuid, code } = await logins.begin(email);
  assert.deepEqual((await enter(uuid, code, codeNow(secret))).body, WRONG);
  // The owner's known device has its own allowance.
  const mine = await logins.begin(email, home);
  const body = { uuid: mine.uuid, two_factor_code: mine.code, second_factor: codeNow(secret) };
  const reply = await logins.post('/api/auth/token/two-factor', body, home, device);
  assert.equal(reply.status, 200, reply.body);
});

/** A holder who logs in from a known device and address. */
async function makeKnown() {
  const owner = await logins.makeOwner();
  const { access } = await logins.node.logIn(owner.id);
  const app = await addApp(logins.node, access);
  await allowSameCode(db, owner.id);
  return { ...owner, ...app };
}

async function resetPassword(email: string): Promise<void> {
  await logins.post('/api/reset-password', { email });
  const sent = await latestEmail(logins.mailbox.url, email, ({ subject }) =>
    /lösenord/i.test(subject),
  );
  const [, token] = /\/create-password\/([\w-]+)/.exec(sent.text ?? '') ?? [];
  const chosen = { password: PASSWORD, confirm_password: PASSWORD };
  const reply = await logins.post(`/api/reset-password/${token}`, chosen);
  assert.equal(reply.status, 204, reply.body);
}

test('SEC-6, AUTH-14 a password reset does not bypass the app', async () => {
  const { email } = await makeHolder();
  await resetPassword(email);
  const { uuid, code } = await logins.begin(email);
  assert.deepEqual((await enter(uuid, code)).body, REQUIRED);
});

test('SEC-6 a recovery code works once, in any spelling, and its use is reported', async () => {
  const { id, email, recovery_codes } = await makeHolder();
  assert.equal(recovery_codes.length, 10);
  assert.equal(new Set(recovery_codes).size, 10);
  const [one = ''] = recovery_codes;
  assert.match(one, /^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  const first = await logins.begin(email);
  const second = await logins.begin(email);
  const written = ` ${one.toUpperCase().replaceAll('-', ' ')}`;
  assert.equal((await enter(first.uuid, first.code, written)).status, 200);
  assert.deepEqual((await enter(second.uuid, second.code, one)).body, WRONG);
  assert.ok(
    (await eventsOf(id)).some(
      ({ kind, details }) => kind === 'login' && JSON.stringify(details).includes('recovery'),
    ),
  );
  await latestEmail(logins.mailbox.url, email, ({ subject }) => /återställningskod/.test(subject));
  const state = await logins.node.call(id, 'GET', '/api/second-factor');
  assert.equal(state.body.recovery_codes_left, 9);
});

test('SEC-6 another user’s recovery code or app does not work', async () => {
  const [mine, other] = [await makeHolder(), await makeHolder()];
  const { uuid, code } = await logins.begin(mine.email);
  for (const shown of [other.recovery_codes[0], codeNow(other.secret), 'x'.repeat(16)])
    assert.deepEqual((await enter(uuid, code, shown)).body, WRONG);
});

test('SEC-5 the database has no secret and no recovery code in plain text', async () => {
  const { id, secret, recovery_codes } = await makeHolder();
  const { rows } = await sql<{ text: string }>`
    select f::text || (select string_agg(r::text, ' ') from recovery_codes r where r.user_id = f.user_id)
      || (select string_agg(j.data::text, ' ') from pgboss.job j) as text
    from second_factors f where user_id = ${id}`.execute(db);
  const [{ text } = { text: '' }] = rows;
  assert.ok(text.length > 100);
  for (const kept of [
    secret,
    ...recovery_codes,
    ...recovery_codes.map((c) => c.replaceAll('-', '')),
  ])
    assert.ok(!text.includes(kept));
});
