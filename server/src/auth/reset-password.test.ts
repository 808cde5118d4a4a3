import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { WRONG_LOGIN } from '@restvarde/contract/auth/login';
import { DEAD_LINK } from '@restvarde/contract/auth/password';
import { sql } from 'kysely';
import { startMailbox } from '../../../demo/src/mailbox/mailbox.ts';
import {
  codeIn,
  latestEmail,
  type ReceivedEmail,
  readEmails,
} from '../../../demo/src/mailbox/read-mailbox.ts';
import { eventually } from '../../test/eventually.ts';
import { makeCompany, makeStaff } from '../../test/factories.ts';
import { openTestNode, type TestNode } from '../../test/test-node.ts';
import { sendSetPasswordEmail } from './emails/send-account-email.ts';
import { hashPassword } from './passwords/password.ts';

const OLD = 'Det-gamla-lösenet-7';
const NEW = 'tre blå hästar på tork';

let people = 0;

const LEAKED = 'ett läckt lösenord 17';
const folder = await mkdtemp(join(tmpdir(), 'restvarde-leaked-'));
const breachedPasswords = join(folder, 'pwned.txt');
await writeFile(
  breachedPasswords,
  `${createHash('sha1').update(LEAKED).digest('hex').toUpperCase()}:3\r\n`,
);
const mailbox = await startMailbox({ smtpPort: 0, webPort: 0 });
const { node } = await openTestNode({ smtpUrl: mailbox.smtpUrl, breachedPasswords });
const company = await makeCompany(node.context.pool.db);
const password_hash = await hashPassword(OLD);
after(async () => {
  await mailbox.stop();
  await rm(folder, { recursive: true });
});

const change = (query: ReturnType<typeof sql>) => query.execute(node.context.pool.db);
const ask = (email: string) => node.call(null, 'POST', '/api/reset-password', { email });
const choose = (token: string, password: string, confirm_password = password) =>
  node.call(null, 'POST', `/api/reset-password/${token}`, { password, confirm_password });
const logIn = (email: string, password: string) =>
  node.call(null, 'POST', '/api/auth/two-factor', { email, password });

async function makePerson(values: { password?: false } = {}) {
  const email = `person${++people}@bolag.example`;
  const id = await makeStaff(node.context.pool.db, company, 20, {
    email,
    ...(values.password === false ? {} : { password_hash }),
  });
  return { id, email };
}

const LINK = /http:\/\/localhost:3000\/create-password\/([\w-]{43})/;
const isLink = ({ text }: ReceivedEmail) => LINK.test(text ?? '');
const tokenIn = (email: ReceivedEmail) => LINK.exec(email.text ?? '')?.[1] ?? '';

async function getToken(email: string) {
  assert.equal((await ask(email)).status, 204);
  return tokenIn(await latestEmail(mailbox.url, email, isLink));
}

test('AUTH-12, AUTH-13, AUTH-14 an email with a link sets a new password, and the old one stops working', async () => {
  const person = await makePerson();
  assert.equal((await ask(` ${person.email.toUpperCase()}`)).status, 204);
  const email = await latestEmail(mailbox.url, person.email, isLink);
  assert.equal(email.subject, 'Välj nytt lösenord');
  assert.match(email.html ?? '', LINK);
  assert.match(email.text ?? '', /Länken gäller i 2 timmar och kan användas en gång\./);
  const look = () => node.call(null, 'GET', `/api/reset-password/${tokenIn(email)}`);
  assert.equal((await look()).status, 204);
  const answer = await choose(tokenIn(email), NEW);
  assert.equal(answer.status, 204);
  assert.deepEqual((await look()).body, { detail: DEAD_LINK });
  assert.equal(answer.body, '');
  assert.deepEqual((await logIn(person.email, OLD)).body, { detail: WRONG_LOGIN });
  assert.equal((await logIn(person.email, NEW)).status, 200);
  const receipt = await latestEmail(
    mailbox.url,
    person.email,
    ({ subject }) => subject === 'Ditt lösenord har ändrats',
  );
  assert.match(receipt.text ?? '', /Var det inte du\?/);
  assert.ok(!isLink(receipt));
});

test('AUTH-12 known, unknown, single sign-on and deactivated addresses get the same reply, and only the first an email', async () => {
  const known = await makePerson();
  const ad = await makePerson({ password: false });
  await change(sql`update users set is_ad_user = true where id = ${ad.id}`);
  const gone = await makePerson();
  await change(sql`update users set deactivated_at = now() where id = ${gone.id}`);
  for (const email of ['okand@bolag.example', ad.email, gone.email, known.email]) {
    const reply = await node.app.inject({
      method: 'POST',
      url: '/api/reset-password',
      payload: { email },
    });
    assert.equal(`${reply.statusCode} ${reply.body}`, '204 ');
  }
  // Emails are sent in order, so the earlier ones have been handled.
  await latestEmail(mailbox.url, known.email, isLink);
  await eventually(async () => {
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from pgboss.job where name = 'mail' and state < 'completed'`.execute(
      node.context.pool.db,
    );
    assert.equal(rows[0]?.open, 0);
  });
  for (const email of ['okand@bolag.example', ad.email, gone.email]) {
    assert.deepEqual(await readEmails(mailbox.url, email), []);
  }
});

test('AUTH-12 a request writes the same rows for known and unknown addresses', async () => {
  const known = await makePerson();
  const written = async (email: string) => {
    await ask(email);
    const { rows } = await sql<{ data: object }>`
      select data from pgboss.job where data->>'kind' = 'set-password'
      order by created_on desc limit 1`.execute(node.context.pool.db);
    return Object.keys(rows[0]?.data ?? {});
  };
  assert.deepEqual(await written(known.email), await written('ingen@bolag.example'));
});

test('AUTH-12, FMT-5 an invalid address is an error at its field', async () => {
  assert.deepEqual((await ask('')).body, { email: ['Fyll i detta fältet'] });
  assert.deepEqual((await ask('anna')).body, { email: ['Ange en giltig e-post'] });
});

test('AUTH-14 a new user gets a welcome email with a link for three days', async () => {
  const person = await makePerson({ password: false });
  await node.context.pool.db
    .transaction()
    .execute((tx) => sendSetPasswordEmail(node.context, tx, person.id));
  const email = await latestEmail(mailbox.url, person.email, isLink);
  assert.equal(email.subject, 'Välkommen till Restvärde, välj lösenord');
  assert.match(email.text ?? '', /Länken gäller i 72 timmar/);
  assert.ok(email.text?.includes(`/create-password/${tokenIn(email)}?first=1`));
  assert.match(email.text ?? '', /Du har fått ett konto av .+ på Restvärde/);
  const hours = async () => {
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from expires_at - now())::float8 / 3600 as hours
      from reset_tokens where user_id = ${person.id}`.execute(node.context.pool.db);
    return Math.round(rows[0]?.hours ?? 0);
  };
  assert.equal(await hours(), 72);
  await change(sql`
    update reset_tokens set expires_at = expires_at - interval '71 hours' where user_id = ${person.id}`);
  assert.equal((await choose(tokenIn(email), NEW)).status, 204);
  assert.equal((await logIn(person.email, NEW)).status, 200);
  // Setting a first password sends no receipt; it would have been queued with it.
  const { rows: receipts } = await sql`
    select from pgboss.job where data->>'kind' = 'password-changed' and data->'user_id' = to_jsonb(${person.id}::integer)
  `.execute(node.context.pool.db);
  assert.deepEqual(receipts, []);
});

test('AUTH-14 an email of a failed transaction is never sent', async () => {
  const person = await makePerson({ password: false });
  await assert.rejects(
    node.context.pool.db.transaction().execute(async (tx) => {
      await sendSetPasswordEmail(node.context, tx, person.id);
      throw new Error('undone');
    }),
  );
  const { rows } = await sql`
    select from pgboss.job where data->>'user_id' = ${String(person.id)}`.execute(
    node.context.pool.db,
  );
  assert.equal(rows.length, 0);
});

test('AUTH-14 used, expired, altered and unknown links get the same reply, byte for byte', async () => {
  const raw = async (attempt: string) => {
    const reply = await node.app.inject({
      method: 'POST',
      url: `/api/reset-password/${attempt}`,
      payload: { password: NEW, confirm_password: NEW },
    });
    return `${reply.statusCode} ${reply.body}`;
  };
  const dead = `400 ${JSON.stringify({ detail: DEAD_LINK })}`;
  const person = await makePerson();
  const used = await getToken(person.email);
  assert.equal(await raw(used), '204 ');
  assert.equal(await raw(used), dead);
  assert.equal(await raw(`${used.slice(0, -1)}-`), dead);
  assert.equal(await raw('unknown'), dead);
  const other = await makePerson();
  const late = await getToken(other.email);
  await change(sql`
    update reset_tokens set expires_at = expires_at - interval '2 hours' where user_id = ${other.id}`);
  assert.equal(await raw(late), dead);
  const gone = await makePerson();
  const token = await getToken(gone.email);
  await change(sql`update users set deactivated_at = now() where id = ${gone.id}`);
  assert.equal(await raw(token), dead);
});

test('AUTH-14 only the newest link works', async () => {
  const person = await makePerson();
  const first = await getToken(person.email);
  await ask(person.email);
  const links = async () => (await readEmails(mailbox.url, person.email)).map(tokenIn);
  await eventually(async () => assert.equal((await links()).length, 2));
  const second = (await links()).find((token) => token !== first)!;
  const dead = await choose(first, NEW);
  assert.deepEqual([dead.status, dead.body], [400, { detail: DEAD_LINK }]);
  assert.equal((await choose(second, NEW)).status, 204);
});

test('AUTH-14 one of several concurrent uses of a link succeeds', async () => {
  const person = await makePerson();
  const token = await getToken(person.email);
  const answers = await Promise.all(
    [1, 2, 3, 4].map((number) => choose(token, `${NEW} ${number}`)),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 400, 400, 400]);
});

test('AUTH-14 a refused password keeps the link valid, and each fault is at its field', async () => {
  const person = await makePerson();
  const token = await getToken(person.email);
  assert.deepEqual((await choose(token, 'kort', 'kort')).body, {
    password: ['Lösenordet måste ha minst 12 tecken.'],
  });
  assert.deepEqual((await choose(token, NEW, `${NEW}x`)).body, {
    confirm_password: ['Lösenorden är inte lika.'],
  });
  assert.deepEqual((await choose(token, 'Password1234', 'x')).body, {
    password: ['Lösenordet är för lätt att gissa. Välj ett annat.'],
    confirm_password: ['Lösenorden är inte lika.'],
  });
  assert.deepEqual((await choose(token, LEAKED)).body, {
    password: ['Lösenordet finns bland lösenord som har läckt ut. Välj ett annat.'],
  });
  assert.deepEqual((await choose(token, person.email)).body, {
    password: ['Lösenordet får inte bestå av ditt namn eller din e-postadress.'],
  });
  assert.equal((await choose(token, NEW)).status, 204);
});

test('AUTH-19, AUTH-14 a leaked password is refused as the new one too', async () => {
  const { id } = await makePerson();
  const body = { current_password: OLD, password: LEAKED, confirm_password: LEAKED };
  const answer = await node.call(id, 'POST', '/api/change-password', body);
  assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['password']]);
});

test('AUTH-14 a new password ends all sessions on every node at once, and pending codes and other links', async () => {
  const person = await makePerson();
  const other = await node.startAnother();
  const { access, refresh } = await node.logIn(person.id);
  const status = async (app: TestNode['app']) =>
    (await app.inject({ url: '/api/users/me', headers: { authorization: `Bearer ${access}` } }))
      .statusCode;
  assert.deepEqual([await status(node.app), await status(other.app)], [200, 200]);
  const pending = (await logIn(person.email, OLD)).body.uuid;
  const code = await latestEmail(mailbox.url, person.email, ({ subject }) =>
    subject.startsWith('Din kod'),
  );
  const older = await getToken(person.email);
  await ask(person.email);
  const newer = await eventually(async () => {
    const emails = (await readEmails(mailbox.url, person.email)).filter(isLink);
    assert.equal(emails.length, 2);
    return tokenIn(emails[0]!);
  });
  assert.equal((await choose(newer, NEW)).status, 204);
  assert.equal(await status(node.app), 401);
  await eventually(async () => assert.equal(await status(other.app), 401));
  assert.equal((await node.call(null, 'POST', '/api/auth/token/refresh', { refresh })).status, 401);
  const entered = await node.call(null, 'POST', '/api/auth/token/two-factor', {
    uuid: pending,
    two_factor_code: codeIn(code),
  });
  assert.equal(entered.status, 400);
  assert.deepEqual((await choose(older, `${NEW} igen`)).body, { detail: DEAD_LINK });
});

test('AUTH-14 neither the database nor a job has a token or an unknown address in plain text', async () => {
  const person = await makePerson();
  const token = await getToken(person.email);
  const { rows } = await sql<{ text: string }>`
    select t::text as text from reset_tokens t where user_id = ${person.id}
    union all select j.data::text from pgboss.job j where j.data->>'kind' = 'set-password'`.execute(
    node.context.pool.db,
  );
  const hex = Buffer.from(token).toString('hex');
  for (const { text } of rows) {
    assert.ok(!text.includes(token) && !text.includes(hex) && !text.includes(person.email));
  }
});

test('SET-4 «Logga ut överallt» ends all of the caller’s sessions, the current one too, and no other user’s', async () => {
  const person = await makePerson();
  const other = await makePerson();
  const [here, there, stranger] = [
    await node.logIn(person.id),
    await node.logIn(person.id),
    await node.logIn(other.id),
  ];
  const send = (access: string, method: 'GET' | 'POST', url: string) =>
    node.call(null, method, url, null, { authorization: `Bearer ${access}` });
  assert.equal((await send(here.access, 'POST', '/api/auth/logout-all')).status, 204);
  assert.equal((await send(here.access, 'GET', '/api/users/me')).status, 401);
  assert.equal((await send(there.access, 'GET', '/api/users/me')).status, 401);
  assert.equal((await send(stranger.access, 'GET', '/api/users/me')).status, 200);
  assert.equal((await node.call(null, 'POST', '/api/auth/logout-all')).status, 401);
});
