import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { sql } from 'kysely';
import { makeCompany, makeStaff, makeToken } from '../../test/factories.ts';
import { takeEmails } from '../../test/sent-emails.ts';
import { openTestNode } from '../../test/test-node.ts';
import { sendTokenEmails } from './send-token-emails.ts';

const { node, db } = await openTestNode();

const readToday = async () =>
  (await sql<{ today: string }>`select stockholm_today() as today`.execute(db)).rows[0]!.today;

async function makeAdmin(email = '') {
  const company = await makeCompany(db);
  await db.updateTable('companies').set({ email }).where('id', '=', company).execute();
  return { company, admin: await makeStaff(db, company, 30, { last_name: 'Ek' }) };
}

const add = (user: number, body: object, query = '') =>
  node.call(user, 'POST', `/api/tokens${query}`, {
    name: 'Skadesystemet',
    scopes: ['auctions:read'],
    ...body,
  });
const list = async (user: number) => (await node.call(user, 'GET', '/api/tokens')).body;

test('FEED-1 a token is returned once, stored as a hash, and listed by its first characters', async () => {
  const { admin } = await makeAdmin();
  const { status, body } = await add(admin, { scopes: ['auctions:write', 'auctions:read'] });
  assert.equal(status, 201);
  assert.match(body.token, /^rv_[A-Za-z0-9]{40}$/);
  const { token, ...row } = body;
  assert.deepEqual(row, {
    id: body.id,
    name: 'Skadesystemet',
    prefix: token.slice(0, 11),
    scopes: ['auctions:read', 'auctions:write'],
    created_at: body.created_at,
    created_by: { first_name: 'Anna', last_name: 'Ek' },
    last_used_at: null,
    expires_on: addDays(await readToday(), 365),
  });
  assert.deepEqual(await list(admin), [row]);
  const { rows } = await sql<{ stored: string }>`
    select string_agg(t::text, '') || (select string_agg(l::text, '') from audit_log l) as stored
    from tokens t`.execute(db);
  assert.doesNotMatch(rows[0]!.stored, new RegExp(token));
});

test('FEED-1 errors have their messages at their fields', async () => {
  const { admin } = await makeAdmin();
  const today = await readToday();
  const refused = async (body: object) => (await add(admin, body)).body;
  assert.deepEqual(await refused({ name: '' }), { name: ['Du måste ange ett namn'] });
  assert.deepEqual(await refused({ name: 'x'.repeat(61) }), { name: ['Högst 60 tecken.'] });
  assert.deepEqual(await refused({ scopes: [] }), { scopes: ['Välj minst en behörighet'] });
  assert.deepEqual(await refused({ scopes: undefined }), { scopes: ['Välj minst en behörighet'] });
  assert.deepEqual(await refused({ scopes: ['users'] }), {
    scopes: ['Ogiltigt värde. Tillåtna värden: auctions:read, auctions:write.'],
  });
  const day = { expires_on: ['Ange ett datum inom 365 dagar'] };
  for (const expires_on of [addDays(today, -1), addDays(today, 366), 'i morgon', '2027-02-30'])
    assert.deepEqual(await refused({ expires_on }), day, expires_on);
  assert.equal((await add(admin, { expires_on: today })).status, 201);
  assert.deepEqual(await refused({ name: 'SKADESYSTEMET', expires_on: '2020-01-01' }), {
    name: ['Namnet används redan'],
    ...day,
  });
  assert.equal((await add((await makeAdmin()).admin, {})).status, 201, 'in another company');
});

test('FEED-1 a company has at most ten valid tokens, also with concurrent calls', async () => {
  const { admin } = await makeAdmin();
  const calls = Array.from({ length: 12 }, (_, index) => add(admin, { name: `Nr ${index}` }));
  const answers = await Promise.all(calls);
  assert.equal(answers.filter(({ status }) => status === 201).length, 10);
  const refused = answers.find(({ status }) => status === 400);
  assert.deepEqual(refused?.body, { detail: 'Högst tio nycklar.' });
  const [newest, other] = await list(admin);
  const name = newest.name.toLowerCase();
  assert.equal((await node.call(admin, 'DELETE', `/api/tokens/${newest.id}`)).status, 204);
  assert.equal((await add(admin, { name })).status, 201, 'the name of a revoked one');
  await sql`update tokens set expires_on = stockholm_today() - 1 where id = ${other.id}`.execute(
    db,
  );
  const expired = other.name.toLowerCase();
  assert.equal((await add(admin, { name: expired })).status, 201, 'the name of an expired one');
  assert.equal((await list(admin)).length, 11);
});

test('FEED-1, ROLE-2 a superuser names the company; case managers are refused', async () => {
  const { company } = await makeAdmin();
  const root = await makeStaff(db, null, 30);
  assert.deepEqual((await add(root, {})).body, { company: ['Du måste välja bolag'] });
  assert.equal((await add(root, {}, `?company=${company}`)).status, 201);
  const found = await node.call(root, 'GET', `/api/tokens?company=${company}`);
  assert.equal(found.body.length, 1);
  const manager = await makeStaff(db, company, 20);
  assert.equal((await add(manager, {})).status, 403);
});

test('FEED-1, API-2 a token is revoked at once, once, and only by its own company', async () => {
  const { admin, company } = await makeAdmin();
  const token = await makeToken(node.context, company);
  const use = () => node.call(null, 'GET', '/api/auctions', null, bearer(token));
  const without = await node.call(null, 'GET', '/api/auctions');
  assert.deepEqual([without.status, without.headers['www-authenticate']], [401, 'Bearer']);
  assert.equal((await use()).status, 200);
  const [{ id }] = await list(admin);
  const revoke = (user: number) => node.call(user, 'DELETE', `/api/tokens/${id}`);
  assert.equal((await revoke((await makeAdmin()).admin)).status, 404);
  assert.equal((await use()).status, 200);
  assert.equal((await revoke(admin)).status, 204);
  const ended = await use();
  assert.deepEqual(
    [ended.status, ended.headers['www-authenticate']],
    [401, 'Bearer error="invalid_token"'],
  );
  assert.equal((await revoke(admin)).status, 404);
  assert.deepEqual(await list(admin), []);
});

test('FEED-1, SEC-1 the security log has who added and removed a token, by its first characters', async () => {
  const { admin } = await makeAdmin();
  const { id, prefix } = (await add(admin, {})).body;
  await node.call(admin, 'DELETE', `/api/tokens/${id}`);
  const { body } = await node.call(admin, 'GET', '/api/security-events');
  assert.deepEqual(
    body.results.map((event: { kind: string; actor: { id: number }; details: object }) => [
      event.kind,
      event.actor.id,
      event.details,
    ]),
    [
      ['token_removed', admin, { prefix }],
      ['token_added', admin, { prefix }],
    ],
  );
});

test('FEED-1, MAIL-1 the company gets an email about a new token, without the token', async () => {
  await takeEmails(node);
  const { admin } = await makeAdmin('bolaget@nord.example');
  const { token } = (await add(admin, {})).body;
  const [email, ...others] = await takeEmails(node);
  assert.deepEqual(others, []);
  assert.equal(email?.to, 'bolaget@nord.example');
  assert.equal(email.subject, 'Ny nyckel för integration: Skadesystemet');
  assert.match(email.text, /\/settings\/integrations/);
  assert.doesNotMatch(email.text + email.html, new RegExp(token));
  const { admin: silent } = await makeAdmin('');
  await add(silent, {});
  assert.deepEqual(await takeEmails(node), []);
});

test('FEED-1, MAIL-1 the company gets an email once, 14 days before a token expires', async () => {
  const { admin, company } = await makeAdmin('bolaget@nord.example');
  const today = await readToday();
  await add(admin, { expires_on: addDays(today, 20) });
  const { id } = (await add(admin, { name: 'Borta', expires_on: addDays(today, 20) })).body;
  await node.call(admin, 'DELETE', `/api/tokens/${id}`);
  await takeEmails(node);
  const sent: string[] = [];
  for (let day = 0; day < 21; day++) {
    const [from, to] = [day - 1, day].map((days) => new Date(`${addDays(today, days)}T07:00`));
    await db
      .transaction()
      .execute((tx) => sendTokenEmails(node.context, tx, { from: from!, to: to! }));
    for (const email of await takeEmails(node)) sent.push(`${stockholmDate(to!)} ${email.subject}`);
  }
  assert.deepEqual(sent, [
    `${addDays(today, 6)} Nyckeln Skadesystemet går ut ${addDays(today, 20)}`,
  ]);
  assert.ok(company);
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
