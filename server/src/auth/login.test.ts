import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AUTH } from '@restvarde/contract/auth/lifetimes';
import { WRONG_CODE, WRONG_LOGIN } from '@restvarde/contract/auth/login';
import { sql } from 'kysely';
import { startMailbox } from '../../../demo/src/mailbox/mailbox.ts';
import { codeIn, latestEmail, readEmails } from '../../../demo/src/mailbox/read-mailbox.ts';
import { makeCompany, makeStaff } from '../../test/factories.ts';
import { openTestNode } from '../../test/test-node.ts';
import { hashPassword } from './passwords/password.ts';

const PASSWORD = 'Hemligt-lösen-2026';

let people = 0;

const mailbox = await startMailbox({ smtpPort: 0, webPort: 0 });
const { node } = await openTestNode({ smtpUrl: mailbox.smtpUrl });
const company = await makeCompany(node.context.pool.db);
const password_hash = await hashPassword(PASSWORD);
after(() => mailbox.stop());

const post = (path: string, body: object) => node.call(null, 'POST', `/api/auth/${path}`, body);
const enter = (uuid: string, two_factor_code: string) =>
  post('token/two-factor', { uuid, two_factor_code });

async function makePerson() {
  const email = `person${++people}@bolag.example`;
  const id = await makeStaff(node.context.pool.db, company, 20, { email, password_hash });
  return { id, email };
}

/** Logs in with the password, and reads the code from the next email. */
async function beginLogin(email: string, seen: string[] = []) {
  const answer = await post('two-factor', { email, password: PASSWORD });
  assert.equal(answer.status, 200);
  const sent = await latestEmail(
    mailbox.url,
    email,
    ({ id, subject }) => !seen.includes(id) && subject.startsWith('Din kod'),
  );
  return { uuid: answer.body.uuid as string, code: codeIn(sent), sent };
}

const anotherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const change = (query: ReturnType<typeof sql>) => query.execute(node.context.pool.db);

test('AUTH-2, AUTH-3 password, then the mailed code, then the user is logged in', async () => {
  const person = await makePerson();
  const { uuid, code } = await beginLogin(person.email);
  const tokens = await enter(uuid, code);
  assert.equal(tokens.status, 200);
  assert.deepEqual(Object.keys(tokens.body).sort(), ['access', 'device', 'refresh']);
  const me = await node.call(null, 'GET', '/api/users/me', null, {
    authorization: `Bearer ${tokens.body.access}`,
  });
  assert.deepEqual(me.body, {
    id: person.id,
    email: person.email,
    first_name: 'Anna',
    last_name: 'Lind',
    role: 20,
    is_superuser: false,
    is_ad_user: false,
    is_staging_area: false,
    has_accepted_terms: false,
    must_add_second_factor: false,
  });
});

test('AUTH-4, AUTH-16 the email has the code, its lifetime, and the warning', async () => {
  const person = await makePerson();
  const { code, sent } = await beginLogin(person.email);
  assert.deepEqual(
    sent.to.map(({ address }) => address),
    [person.email],
  );
  assert.equal(sent.from[0]?.address, 'no-reply@restvarde.example');
  assert.equal(sent.headers['auto-submitted'], 'auto-generated');
  for (const form of [sent.text ?? '', sent.html ?? '']) {
    assert.ok(form.includes(code));
    assert.match(form, /Koden gäller i 10 minuter och kan användas en gång\./);
    assert.match(form, /Lämna aldrig ut koden\. Har någon ringt och bett dig logga in\?/);
    assert.match(form, /någon loggade in med din e-postadress och ditt lösenord/);
  }
  assert.match(sent.html ?? '', /<html[^>]* lang="sv"/);
});

test('AUTH-2 a wrong password, an unknown address and a deactivated user get the same reply', async () => {
  const person = await makePerson();
  const gone = await makePerson();
  await change(sql`update users set deactivated_at = now() where id = ${gone.id}`);
  const noPassword = await makeStaff(node.context.pool.db, company, 20, {
    email: 'ny@bolag.example',
  });
  assert.ok(noPassword);
  for (const [email, password] of [
    [person.email, `${PASSWORD} `],
    [person.email, PASSWORD.toLowerCase()],
    ['okand@bolag.example', PASSWORD],
    [gone.email, PASSWORD],
    ['ny@bolag.example', PASSWORD],
  ]) {
    const answer = await post('two-factor', { email, password });
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body, { detail: WRONG_LOGIN });
  }
  assert.deepEqual(await readEmails(mailbox.url, person.email), []);
  assert.deepEqual(await readEmails(mailbox.url, gone.email), []);
});

test('AUTH-2 the address is accepted in any case, with surrounding spaces', async () => {
  const person = await makePerson();
  const answer = await post('two-factor', {
    email: `  ${person.email.toUpperCase()} `,
    password: PASSWORD,
  });
  assert.equal(answer.status, 200);
});

test('AUTH-2, FMT-5 missing and malformed values are errors at their fields', async () => {
  assert.deepEqual((await post('two-factor', {})).body, {
    email: ['Fyll i detta fält'],
    password: ['Fyll i detta fält'],
  });
  assert.deepEqual((await post('two-factor', { email: 'anna', password: 'x' })).body, {
    email: ['Ange en giltig e-post'],
  });
  const { body } = await enter('any', '12345');
  assert.deepEqual(body, { two_factor_code: ['Ange en giltig kod'] });
});

test('AUTH-3 the code is accepted with spaces', async () => {
  const person = await makePerson();
  const { uuid, code } = await beginLogin(person.email);
  const answer = await enter(uuid, ` ${code.slice(0, 3)} ${code.slice(3)} `);
  assert.equal(answer.status, 200);
});

test('AUTH-4 wrong, unknown, expired and used codes get the same reply, byte for byte', async () => {
  const raw = async (loginId: string, attempt: string) => {
    const reply = await node.app.inject({
      method: 'POST',
      url: '/api/auth/token/two-factor',
      payload: { uuid: loginId, two_factor_code: attempt },
    });
    return `${reply.statusCode} ${reply.body}`;
  };
  const wrong = `400 ${JSON.stringify({ detail: WRONG_CODE })}`;
  const person = await makePerson();
  const { uuid, code, sent } = await beginLogin(person.email);
  assert.equal(await raw(uuid, anotherThan(code)), wrong);
  assert.equal(await raw('0b77e9f5-unknown', code), wrong);
  assert.equal(await raw(uuid.slice(0, -1), code), wrong);
  await change(sql`update login_codes set expires_at = now() where user_id = ${person.id}`);
  assert.equal(await raw(uuid, code), wrong);

  const next = await beginLogin(person.email, [sent.id]);
  for (let attempt = 1; attempt <= AUTH.codeAttempts; attempt++) {
    assert.equal(await raw(next.uuid, anotherThan(next.code)), wrong);
  }
  assert.equal(await raw(next.uuid, next.code), wrong);
});

test('AUTH-4 the fifth attempt may be right, and a code works once', async () => {
  const person = await makePerson();
  const { uuid, code } = await beginLogin(person.email);
  for (let attempt = 1; attempt < AUTH.codeAttempts; attempt++) {
    await enter(uuid, anotherThan(code));
  }
  assert.equal((await enter(uuid, code)).status, 200);
  assert.deepEqual((await enter(uuid, code)).body, { detail: WRONG_CODE });
});

test('AUTH-4 one of several concurrent entries of the right code succeeds', async () => {
  const person = await makePerson();
  const { uuid, code } = await beginLogin(person.email);
  const answers = await Promise.all(Array.from({ length: 8 }, () => enter(uuid, code)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(400)]);
});

test('AUTH-4 each of concurrent wrong entries costs an attempt', async () => {
  const person = await makePerson();
  const { uuid, code } = await beginLogin(person.email);
  await Promise.all(Array.from({ length: 5 }, () => enter(uuid, anotherThan(code))));
  assert.equal((await enter(uuid, code)).status, 400);
});

test('AUTH-4 a newer login does not affect the code of an older one', async () => {
  const person = await makePerson();
  const older = await beginLogin(person.email);
  const newer = await beginLogin(person.email, [older.sent.id]);
  assert.equal((await enter(older.uuid, newer.code)).status, 400);
  assert.equal((await enter(older.uuid, older.code)).status, 200);
  assert.equal((await enter(newer.uuid, newer.code)).status, 200);
});

test('AUTH-4 a new code may be requested after 60 s, and replaces the older one', async () => {
  const person = await makePerson();
  const first = await beginLogin(person.email);
  const soon = await post('two-factor/resend', { uuid: first.uuid });
  assert.equal(soon.status, 400);
  assert.deepEqual(soon.body, { detail: 'Vänta en minut innan du ber om ett nytt mejl.' });

  await change(sql`
    update login_codes set sent_at = sent_at - interval '60 seconds' where user_id = ${person.id}`);
  const again = await post('two-factor/resend', { uuid: first.uuid });
  assert.equal(again.status, 200);
  const email = await latestEmail(mailbox.url, person.email, ({ id }) => id !== first.sent.id);
  assert.equal((await enter(first.uuid, first.code)).status, 400);
  assert.equal((await enter(again.body.uuid, codeIn(email))).status, 200);
  assert.equal((await readEmails(mailbox.url, person.email)).length, 2);
});

test('AUTH-4 an unknown or expired login gets no new code', async () => {
  const person = await makePerson();
  const { uuid } = await beginLogin(person.email);
  await change(sql`
    update login_codes set sent_at = now() - interval '11 minutes', expires_at = now()
    where user_id = ${person.id}`);
  for (const unknown of [uuid, 'unknown', '']) {
    const answer = await post('two-factor/resend', { uuid: unknown });
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body, { detail: WRONG_CODE });
  }
});

test('AUTH-4 a user deactivated between password and code is refused', async () => {
  const person = await makePerson();
  const { uuid, code } = await beginLogin(person.email);
  await change(sql`update users set deactivated_at = now() where id = ${person.id}`);
  assert.deepEqual((await enter(uuid, code)).body, { detail: WRONG_CODE });
});

test('AUTH-4 neither the database nor the job has code or uuid in plain text', async () => {
  const person = await makePerson();
  const { uuid, code } = await beginLogin(person.email);
  const { rows } = await sql<{ text: string }>`
    select l::text as text from login_codes l where user_id = ${person.id}
    union all select j.data::text from pgboss.job j where j.data->>'user_id' = ${String(person.id)}
  `.execute(node.context.pool.db);
  assert.ok(rows.length >= 1);
  const hex = (text: string) => Buffer.from(text).toString('hex');
  for (const { text } of rows) {
    for (const secret of [code, uuid, hex(code), hex(uuid)]) assert.ok(!text.includes(secret));
  }
});
