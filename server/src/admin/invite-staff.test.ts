import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Role } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { makeCompany, makeStaff, makeStation } from '../../test/factories.ts';
import { emailsFor } from '../../test/sent-emails.ts';
import { openTestNode, TEST_SECRET } from '../../test/test-node.ts';
import { renderJob } from '../email/emails.ts';
import { deriveKey, seal } from '../keys.ts';

const { node, db } = await openTestNode();

const nord = await makeCompany(db, { name: 'Nord' });
const root = await makeStaff(db, null, 30);
const admin = await makeStaff(db, nord, 30, { first_name: 'Ada', last_name: 'Ek' });
const far = await makeCompany(db, { name: 'Syd' });
const stranger = await makeStaff(db, far, 30);

const person = (changes: object = {}) => ({
  first_name: 'Eva',
  last_name: 'Öst',
  email: `${randomBytes(4).toString('hex')}@bolag.example`,
  role: 20 as Role,
  ...changes,
});
const invite = (user: number, body: object, query = '') =>
  node.call(user, 'POST', `/api/users${query}`, body);

test('DATA-1 an admin invites staff, who get an email to set a password', async () => {
  const invited = person({ email: 'Eva.Ost@Bolag.example' });
  const { status, body } = await invite(admin, invited);
  assert.equal(status, 201);
  assert.deepEqual(body, {
    ...invited,
    id: body.id,
    email: 'eva.ost@bolag.example',
    company_id: nord,
    company_name: 'Nord',
    is_active: true,
    is_invited: true,
    has_second_factor: false,
  });
  assert.deepEqual(await emailsFor(db, body.id), ['set-password']);
  assert.equal((await invite(admin, person({ role: 30 }))).body.role, 30);
});

test('STN-9 an address used within the company is refused, and for a superuser any used address', async () => {
  const { email } = person();
  await makeStation(db, nord, { user: { email } });
  const again = person({ email: email.toUpperCase() });
  const taken = { email: ['E-postadressen används redan'] };
  assert.deepEqual((await invite(admin, again)).body, taken);
  const asRoot = await node.call(root, 'POST', `/api/users?company=${far}`, again);
  assert.deepEqual([asRoot.status, asRoot.body], [400, taken]);
});

test('STN-9 an address used elsewhere is not revealed: the response is the same, and its owner gets an email', async () => {
  const { email } = person();
  const owner = await makeStation(db, nord, { user: { email } });
  const taken = await invite(stranger, person({ email: email.toUpperCase() }));
  const free = await invite(stranger, person());
  assert.deepEqual(
    [taken.status, { ...taken.body, id: 0, email: '' }],
    [free.status, { ...free.body, id: 0, email: '' }],
  );
  const { context } = node;
  const render = (account: object) =>
    renderJob(context, { kind: 'set-password', ...account }, randomUUID());
  const emailTo = (user_id: number) => render({ user_id });
  const { subject, to } = (await emailTo(taken.body.id))!;
  assert.deepEqual([subject, to], ['Du har redan ett konto hos Restvärde', email]);
  assert.equal((await emailTo(owner.user_id))?.subject, 'Välkommen till Restvärde, välj lösenord');
  // Once the owner's account has ended, the next person who asks for a password gets the address.
  await sql`update users set deactivated_at = now_ms() where id = ${owner.user_id}`.execute(db);
  const sealed_email = seal(deriveKey(TEST_SECRET, 'seal'), email);
  const passedOn = await render({ sealed_email });
  assert.equal(passedOn?.subject, 'Välkommen till Restvärde, välj lösenord');
  assert.equal((await emailTo(taken.body.id))?.subject, passedOn?.subject);
});

test('STN-9 restoring access with an address taken meanwhile reveals no more', async () => {
  const member = await invite(admin, person());
  const change = (is_active: boolean) =>
    node.call(admin, 'PATCH', `/api/users/${member.body.id}`, { is_active });
  assert.equal((await change(false)).status, 200);
  assert.equal((await invite(stranger, person({ email: member.body.email }))).status, 201);
  const { status, body } = await change(true);
  assert.deepEqual([status, body.is_active], [200, true]);
  const { rows } = await sql`
    select from users where email = ${member.body.email} and not waits_for_address`.execute(db);
  assert.equal(rows.length, 1);
});

test('STN-9, STN-8 the address of a removed workshop is free at once', async () => {
  const { email } = person();
  const removed = await makeStation(db, nord, { user: { email } });
  assert.equal(
    (await node.call(admin, 'DELETE', `/api/service-stations/${removed.id}`)).status,
    204,
  );
  const { body } = await invite(stranger, person({ email }));
  assert.deepEqual(await emailsFor(db, body.id), ['set-password']);
  const { rows } = await sql<{ waits: boolean }>`
    select waits_for_address as waits from users where id = ${body.id}`.execute(db);
  assert.equal(rows[0]!.waits, false);
});

test('ROLE-2 a superuser selects the company to invite to', async () => {
  assert.deepEqual((await invite(root, person())).body, { company: ['Du måste välja bolag'] });
  assert.equal((await invite(root, person(), `?company=${nord}`)).body.company_id, nord);
});
