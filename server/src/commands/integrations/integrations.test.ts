import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { WEBHOOK_EVENTS } from '@restvarde/contract/feed/webhooks';
import { sql } from 'kysely';
import { makeCompany, makeStaff } from '../../../test/factories.ts';
import { operate } from '../../../test/start/operator.ts';
import { openTestNode } from '../../../test/test-node.ts';
import { StartError } from '../../start-error.ts';

const { node, db } = await openTestNode();
const folder = await mkdtemp(join(tmpdir(), 'restvarde-command-'));
const company = await makeCompany(db);
const admin = await makeStaff(db, company, 30);
const NAME = 'Öst försäkring';
before(async () => {
  await db
    .updateTable('companies')
    .set({ name: NAME, email: 'bolaget@ost.example' })
    .where('id', '=', company)
    .execute();
  await db
    .insertInto('users')
    .values({
      ...{ first_name: 'Siv', last_name: 'Rask', email: 'siv@restvarde.example' },
      ...{ role: 30, is_superuser: true },
    })
    .execute();
});
after(() => rm(folder, { recursive: true, force: true }));

/** Runs a command like an operator; returns the lines of its output. */
async function restvarde(...args: string[]): Promise<string[]> {
  const { code, output } = await operate(args, {
    DATABASE_URL: node.databaseUrl,
    DATA_DIR: folder,
  });
  assert.equal(code, 0, output);
  return output.split('\n');
}
const refuses = (args: string[], message: RegExp) =>
  assert.rejects(restvarde(...args), (error) => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, message);
    return true;
  });
const statusBy = async (token: string) =>
  (
    await node.call(null, 'GET', '/api/categories', null, {
      authorization: `Bearer ${token}`,
    })
  ).status;
const events = async () => {
  const { body } = await node.call(admin, 'GET', '/api/security-events');
  return body.results.map((event: { kind: string; actor: { first_name: string } }) => [
    event.kind,
    event.actor.first_name,
  ]);
};
const acts = async (action: string) => {
  const { rows } = await sql<{ first_name: string }>`
    select u.first_name from audit_log l join users u on u.id = l.user_id
    where l.company_id = ${company} and l.action = ${action}`.execute(db);
  return rows.map(({ first_name }) => first_name);
};

test('OPS-13, FEED-1 `token` creates, lists and revokes tokens as «Integrationer» does', async () => {
  assert.match((await restvarde('token', '--help')).join('\n'), /revoke <company> <first charac/);
  assert.deepEqual(await restvarde('token', 'list', NAME), [`${NAME} has no tokens.`]);
  const create = ['token', 'create', NAME, 'Skadesystemet'];
  const [dry, ...more] = await restvarde(...create, '--dry-run');
  assert.match(dry!, /^Dry run, nothing is kept\. .+ has the token Skadesystemet, valid until \d/);
  assert.deepEqual(more, [], 'a token that is not kept is not printed');
  assert.deepEqual(await restvarde('token', 'list', NAME), [`${NAME} has no tokens.`]);

  const [added, secret] = await restvarde(...create);
  assert.match(
    added!,
    /^Öst försäkring has the token Skadesystemet, valid until \d{4}-\d\d-\d\d\.$/,
  );
  assert.match(secret!, /^rv_[A-Za-z0-9]{40}$/);
  assert.equal(await statusBy(secret!), 200);
  const prefix = secret!.slice(0, 11);
  const [row, ...others] = await restvarde('token', 'list', NAME.toUpperCase());
  assert.match(
    row!,
    new RegExp(`^${prefix} {2}Skadesystemet {2}auctions:write {2}until 2.+ {2}used 2`),
  );
  assert.deepEqual(others, []);
  assert.ok(!row!.includes(secret!));

  await refuses(create, /^name: Namnet används redan\.$/);
  await refuses([...create.slice(0, 3), ''], /^name: Du måste ange ett namn\.$/);
  await refuses(
    [...create.slice(0, 3), 'Ny', '--scope', 'allt'],
    /^scopes: Ogiltigt värde\. Tillåtna värden: auctions:read, auctions:write\.$/,
  );
  await refuses(
    [...create.slice(0, 3), 'Ny', '--expires', '2020-01-01'],
    /^expires_on: Ange ett datum inom 365 dagar\.$/,
  );
  await refuses(['token', 'list', 'Väst'], /^There is no company called "Väst"\.$/);
  await refuses(['token', 'show', NAME], /^The action must be one of list, create, revoke\.$/);
  await refuses(['token', 'create', NAME], /^create takes <company> <name>\.$/);
  await refuses(['token', 'revoke', NAME, 'rv_12345678'], /has no token that begins with rv_12/);

  const revoke = ['token', 'revoke', NAME, prefix];
  await restvarde(...revoke, '--dry-run');
  assert.equal(await statusBy(secret!), 200);
  assert.deepEqual(await restvarde(...revoke), ['The token Skadesystemet is revoked.']);
  assert.equal(await statusBy(secret!), 401);
  await refuses(revoke, /has no token that begins with/);
  assert.deepEqual(await events(), [
    ['token_removed', 'Siv'],
    ['token_added', 'Siv'],
  ]);
  assert.deepEqual([await acts('add token'), await acts('remove token')], [['Siv'], ['Siv']]);
  const { rows } = await sql`
    select from pgboss.job where name = 'mail' and data->>'kind' = 'token-added'`.execute(db);
  assert.equal(rows.length, 1, 'the company gets an email');
});

test('OPS-13, FEED-9, FEED-10 `webhook` adds, lists, stops and starts webhooks, and sends again what failed', async () => {
  assert.deepEqual(await restvarde('webhook', 'list', NAME), [`${NAME} has no webhooks.`]);
  assert.deepEqual(await restvarde('webhook', 'failing', NAME), [`No delivery of ${NAME} fails.`]);
  const add = ['webhook', 'add', NAME, 'https://skador.ost.example/hook'];
  assert.equal((await restvarde(...add, '--dry-run')).length, 1);
  await refuses(
    [...add.slice(0, 3), 'http://ost.example'],
    /^url: Adressen ska inledas med https:/,
  );
  await refuses([...add.slice(0, 3), 'https://10.0.0.1/'], /^url: Adressen är inte tillåten\.$/);
  await refuses(
    [...add, '--event', 'webhook.test'],
    /^events: Ogiltigt värde\. Tillåtna värden: auction\.ended, /,
  );
  const chosen = ['--event', 'winner.notified', '--event', 'auction.ended'];
  const [added, secret] = await restvarde(...add, ...chosen);
  const id = /has webhook (\d+) to https:\/\/skador\.ost\.example\/hook\.$/.exec(added!)![1]!;
  assert.match(secret!, /^whsec_[A-Za-z0-9+/]{43}=$/);
  await restvarde(...add.slice(0, 3), 'https://andra.ost.example/');
  const listed = await restvarde('webhook', 'list', NAME);
  assert.deepEqual(listed.toReversed(), [
    `${id}  on  https://skador.ost.example/hook  auction.ended winner.notified`,
    `${Number(id) + 1}  on  https://andra.ost.example/  ${WEBHOOK_EVENTS.join(' ')}`,
  ]);

  const off = ['webhook', 'off', NAME, id];
  await restvarde(...off, '--dry-run');
  for (const _again of [1, 2])
    assert.deepEqual(await restvarde(...off), [
      `Webhook ${id} to https://skador.ost.example/hook is off.`,
    ]);
  assert.match((await restvarde('webhook', 'list', NAME))[1]!, /^\d+ {2}off {2}/);
  await restvarde('webhook', 'on', NAME, id);
  await refuses(['webhook', 'on', NAME, '999'], /^detail: /);
  await refuses(['webhook', 'on', NAME, 'alla'], /^"alla" is not an id: see list\.$/);
  await refuses(['webhook', 'on', await nameOfOther(), id], /^detail: /);

  const { rows } = await sql<{ id: number }>`
    insert into webhook_deliveries (webhook_id, type, body, tries, due_at, status, error) values
      (${id}, 'auction.ended', '{"one": 1}', 7, null, 503, null),
      (${id}, 'auction.ended', '{}', 1, now_ms() + interval '5 minutes', null, 'Anslutningen bröts.'),
      (${id}, 'auction.ended', '{}', 1, null, 204, null),
      (${id}, 'auction.ended', '{}', 0, now_ms(), null, null) returning id`.execute(db);
  const [broken, givenUp, ...others] = await restvarde('webhook', 'failing', NAME);
  assert.deepEqual(others, []);
  assert.match(broken!, /delivery \d+ .+ 1 tries {2}Anslutningen bröts\. {2}tried again 2/);
  assert.match(
    givenUp!,
    new RegExp(` delivery ${rows[0]!.id} .+7 tries {2}status 503 {2}not tried`),
  );
  const resend = ['webhook', 'resend', NAME, id, String(rows[0]!.id)];
  assert.deepEqual(await restvarde(...resend), [`Delivery ${rows[0]!.id} is sent again.`]);
  const again = await sql`
    select from webhook_deliveries where body = '{"one": 1}' and is_manual and tries = 0`.execute(
    db,
  );
  assert.equal(again.rows.length, 1);
  await refuses(['webhook', 'resend', NAME, id, '2000000000'], /is not an id/);
  await refuses(['webhook', 'resend', NAME, id, '200000000'], /^detail: /);

  assert.deepEqual((await events()).slice(0, 4), [
    ['webhook_changed', 'Siv'],
    ['webhook_changed', 'Siv'],
    ['webhook_added', 'Siv'],
    ['webhook_added', 'Siv'],
  ]);
  assert.deepEqual(await acts('change webhook'), ['Siv', 'Siv']);
});

async function nameOfOther(): Promise<string> {
  const other = await makeCompany(db);
  const { name } = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', other)
    .executeTakeFirstOrThrow();
  return name;
}
