import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PROVIDER_SENTENCE } from '@restvarde/contract/companies/sign-on-providers';
import { sql } from 'kysely';
import {
  openSignOnProvider,
  type People,
  type SignOnProvider,
} from '../../../demo/src/sign-on/sign-on-provider.ts';
import { visitProvider } from '../../test/auth/sign-on-browser.ts';
import { makeCompany, makeStaff, makeStation } from '../../test/factories.ts';
import { emailsFor } from '../../test/sent-emails.ts';
import { openTestNode, startTestNode } from '../../test/test-node.ts';
import { SIGN_ON } from './sign-on.ts';
import { REFUSED } from './sign-on-account.ts';
import { CHOOSE } from './sign-on-providers.ts';

/** The claims of Nord's provider, by subject. */
const AT_NORD: People = {
  'anna-1': { email: 'anna@nord.example', email_verified: true },
  'anna-2': { email: 'anna@nord.example', email_verified: true, upn: 'anna@nord.example' },
  'bo-1': { upn: 'bo@nord.example' },
  'unconfirmed-1': { email: 'chef@nord.example', email_verified: false },
  'as text': { email: 'chef@nord.example', email_verified: 'false' },
  'as true text': { email: 'chef@nord.example', email_verified: 'true' },
  'silent-1': { email: 'tyst@nord.example' },
  'silent-2': { email: 'tyst@nord.example' },
  'of another': { email: 'boss@vast.example', email_verified: true },
  'of another, by upn': { upn: 'boss@vast.example', email: 'boss@vast.example' },
  'nobody here': { upn: 'nobody@nord.example' },
  'cia-1': { upn: 'cia@nord.example' },
};

const companies = { nord: 0, vast: 0 };
const admins = { nord: 0, vast: 0 };
const ids = { nord: 0, vast: 0 };

const open = (people: People) =>
  openSignOnProvider({ port: 0, publicUrl: 'http://localhost:3000', email: '', people });
const nord = open(AT_NORD);
const vast = open({
  'grace-1': { upn: 'grace@vast.example', groups: ['staff', 'claims'] },
  'heidi-1': { upn: 'heidi@vast.example', groups: 'admins' },
  'ivan-1': { upn: 'ivan@vast.example', groups: ['canteen'] },
  'boss-1': { upn: 'boss@vast.example', groups: ['admins'] },
  'anna at vast': { upn: 'anna@nord.example', groups: ['admins'] },
});
const { node, db } = await openTestNode();
after(async () => {
  await nord.stop();
  await vast.stop();
});

const root = await makeStaff(db, null, 30);
for (const name of ['nord', 'vast'] as const) {
  companies[name] = await makeCompany(db);
  admins[name] = await makeStaff(db, companies[name], 30, { email: `admin@${name}.se` });
}
ids.nord = await setUp('nord', nord, {});
ids.vast = await setUp('vast', vast, {
  role_claim: 'groups',
  case_manager_values: ['claims'],
  company_admin_values: ['admins'],
});

function create(company: number, body: object) {
  return node.call(root, 'POST', `/api/sign-on-providers?company=${company}`, body);
}
async function setUp(name: 'nord' | 'vast', provider: SignOnProvider, roles: object) {
  const { status, body } = await create(companies[name], {
    ...(await provider.settings()),
    domains: [`${name}.example`],
    ...roles,
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id as number;
}
const change = (by: number, id: number, body: object) =>
  node.call(by, 'PATCH', `/api/sign-on-providers/${id}`, body);

/** Invited accounts use single sign-on. */
async function invite(name: 'nord' | 'vast', email: string, role = 20): Promise<number> {
  const person = { first_name: 'Anna', last_name: 'Lind', email, role };
  const { status, body } = await node.call(admins[name], 'POST', '/api/users', person);
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
}

const begin = async (email: string) => {
  const answer = await node.call(null, 'GET', `/api/auth/adfs?email=${email}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return new URL(answer.body.url);
};
const finish = (back: URLSearchParams, over: object = {}) =>
  node.call(null, 'POST', '/api/auth/token/adfs', {
    authorization_code: back.get('code'),
    state: back.get('state'),
    iss: back.get('iss'),
    ...over,
  });
/** Signs on at a company's provider as one of its users. */
const signOn = async (domain: string, user: string) =>
  finish(await visitProvider(await begin(`x@${domain}`), { user }));
const refused = async (domain: string, user: string, sentence: string) => {
  const { status, body } = await signOn(domain, user);
  assert.deepEqual([status, body], [400, { detail: sentence }], user);
};
const whoIs = async (access: string) =>
  (await node.call(null, 'GET', '/api/users/me', null, { authorization: `Bearer ${access}` })).body;
const audited = async (company: number, action: string) =>
  (
    await sql<{ after: Record<string, unknown> }>`
      select after from audit_log where company_id = ${company} and action = ${action}
      order by id`.execute(db)
  ).rows.map((row) => row.after);

test('AUTH-5 the domain of the address chooses the provider, and is required if there are several', async () => {
  assert.equal((await begin('anna@nord.example')).origin, (await nord.settings()).issuer);
  assert.equal((await begin('BOSS@vast.example')).origin, (await vast.settings()).issuer);
  const none = await node.call(null, 'GET', '/api/auth/adfs');
  assert.deepEqual([none.status, none.body], [400, { email: [CHOOSE.email] }]);
  const other = await node.call(null, 'GET', '/api/auth/adfs?email=a@verkstad.example');
  assert.deepEqual([other.status, other.body], [400, { email: [CHOOSE.unknown] }]);
});

test('AUTH-5 the domain, and not the existence of an account, decides whether an address uses single sign-on', async () => {
  const account = await invite('nord', 'finns@nord.example');
  const answers = [];
  for (const email of ['finns@nord.example', 'saknas@nord.example'])
    answers.push(
      await node.call(null, 'POST', '/api/auth/two-factor', { email, password: 'hemligt' }),
    );
  assert.equal(answers[0]!.status, 400);
  assert.equal(answers[0]!.body.code, 'is_ad_user');
  assert.deepEqual(answers[1]!.body, answers[0]!.body);
  // A domain without a provider, in which some accounts have a password, reveals nothing about the others.
  await sql`update users set email = 'finns@nord.se' where id = ${account}`.execute(db);
  const mixed = [];
  for (const email of ['finns@nord.se', 'saknas@nord.se'])
    mixed.push(
      await node.call(null, 'POST', '/api/auth/two-factor', { email, password: 'hemligt' }),
    );
  assert.deepEqual(mixed[0]!.body, mixed[1]!.body);
  assert.equal(mixed[0]!.body.code, undefined);
});

test('AUTH-7 an invited employee is sent to single sign-on, gets no password, and is bound at the first sign-on', async () => {
  const anna = await invite('nord', 'anna@nord.example');
  assert.deepEqual(await emailsFor(db, anna), ['set-password']);
  const first = await signOn('nord.example', 'anna-1');
  assert.equal(first.status, 200);
  const me = await whoIs(first.body.access);
  assert.deepEqual([me.id, me.is_ad_user], [anna, true]);
  // Issuer and subject identify the account, even after its address changes at either end.
  await sql`update users set email = 'anna.lind@nord.example' where id = ${anna}`.execute(db);
  assert.equal((await signOn('nord.example', 'anna-1')).status, 200);
  await sql`update users set email = 'anna@nord.example' where id = ${anna}`.execute(db);
});

test('AUTH-17 a person who takes over an address gets no access until an admin grants it', async () => {
  await refused('nord.example', 'anna-2', REFUSED.other_person);
  const { rows } = await sql<{ id: number }>`
    select id from users where email = 'anna@nord.example'`.execute(db);
  const anna = rows[0]!.id;
  for (const is_active of [false, true])
    await node.call(admins.nord, 'PATCH', `/api/users/${anna}`, { is_active });
  assert.equal((await signOn('nord.example', 'anna-2')).status, 200);
  await refused('nord.example', 'anna-1', REFUSED.other_person);
});

test('AUTH-17 an unverified address identifies nobody, in any spelling', async () => {
  await invite('nord', 'chef@nord.example', 30);
  for (const user of ['unconfirmed-1', 'as text', 'as true text'])
    await refused('nord.example', user, REFUSED.unconfirmed);
});

test('AUTH-17 an address without email_verified counts only by a setting of the superuser', async () => {
  const { body: added } = await node.call(admins.nord, 'GET', '/api/sign-on-providers');
  assert.equal(added[0].trusts_email, false);
  const id = await invite('nord', 'tyst@nord.example');
  await refused('nord.example', 'silent-1', REFUSED.unconfirmed);
  const own = await change(admins.nord, ids.nord, { trusts_email: true });
  assert.deepEqual([own.status, own.body], [400, { trusts_email: [PROVIDER_SENTENCE.vouched] }]);
  assert.equal((await change(root, ids.nord, { trusts_email: true })).status, 200);
  assert.equal((await signOn('nord.example', 'silent-1')).status, 200);
  for (const user of ['unconfirmed-1', 'as text', 'as true text', 'of another'])
    await refused('nord.example', user, REFUSED.unconfirmed);
  // A bound account is identified by issuer and subject, without an address.
  assert.equal((await change(root, ids.nord, { trusts_email: false })).status, 200);
  const { body } = await signOn('nord.example', 'silent-1');
  assert.equal((await whoIs(body.access)).id, id);
  await refused('nord.example', 'silent-2', REFUSED.unconfirmed);
});

test('AUTH-17 a company’s provider cannot log in as another company’s user by any claim', async () => {
  await invite('vast', 'boss@vast.example', 30);
  for (const user of ['of another', 'of another, by upn'])
    await refused('nord.example', user, REFUSED.unconfirmed);
  await refused('vast.example', 'anna at vast', REFUSED.unconfirmed);
  await refused('nord.example', 'nobody here', REFUSED.unknown);
  // Another company's user with an address in the domain, as after a manual change.
  await invite('nord', 'bo@nord.example');
  await sql`update users set company_id = ${companies.vast} where email = 'bo@nord.example'`.execute(
    db,
  );
  await refused('nord.example', 'bo-1', REFUSED.unknown);
});

test('AUTH-17 a code of one provider is not accepted for another’s', async () => {
  await invite('nord', 'cia@nord.example');
  const atNord = await visitProvider(await begin('x@nord.example'), { user: 'cia-1' });
  const { searchParams } = await begin('x@vast.example');
  const mixed = await finish(atNord, { state: searchParams.get('state') });
  assert.deepEqual([mixed.status, mixed.body], [400, { detail: SIGN_ON.untrusted }]);
  for (const iss of [(await vast.settings()).issuer, '']) {
    const back = await visitProvider(await begin('x@nord.example'), { user: 'cia-1' });
    const answer = await finish(back, { iss });
    assert.deepEqual([answer.status, answer.body], [400, { detail: SIGN_ON.untrusted }], iss);
  }
  const back = await visitProvider(await begin('x@nord.example'), { user: 'cia-1' });
  assert.equal((await finish(back)).status, 200);
  assert.deepEqual((await finish(back)).body, { detail: SIGN_ON.stale });
});

test('AUTH-7 groups set the role, and a person without any is locked out at the next login', async () => {
  const grace = await invite('vast', 'grace@vast.example', 30);
  const heidi = await invite('vast', 'heidi@vast.example', 20);
  const ivan = await invite('vast', 'ivan@vast.example', 20);
  const roleOf = async (user: string) => {
    const { status, body } = await signOn('vast.example', user);
    assert.equal(status, 200);
    return (await whoIs(body.access)).role;
  };
  assert.equal(await roleOf('grace-1'), 20);
  assert.equal(await roleOf('heidi-1'), 30);
  await refused('vast.example', 'ivan-1', REFUSED.no_role);

  const { body: tokens } = await signOn('vast.example', 'heidi-1');
  await change(root, ids.vast, { company_admin_values: ['bosses'] });
  await refused('vast.example', 'heidi-1', REFUSED.no_role);
  assert.equal((await whoIs(tokens.access)).detail, 'Du är inte inloggad.');
  const { body: staff } = await node.call(admins.vast, 'GET', '/api/users');
  const active = new Map(
    staff.map((one: { id: number; is_active: boolean }) => [one.id, one.is_active]),
  );
  assert.deepEqual(
    [grace, heidi, ivan].map((id) => active.get(id)),
    [true, false, false],
  );
  await change(root, ids.vast, { company_admin_values: ['admins'] });
  await refused('vast.example', 'heidi-1', REFUSED.unknown);
});

test('AUC-16 bindings, refusals and changes by a provider are recorded', async () => {
  const signOnsRefused = await audited(companies.nord, 'refuse sign-on');
  const reasons = new Set(signOnsRefused.map(({ reason }) => reason));
  for (const reason of ['other_person', 'unconfirmed', 'unknown']) assert.ok(reasons.has(reason));
  assert.deepEqual(Object.keys(signOnsRefused[0]!).sort(), ['issuer', 'reason', 'subject']);
  assert.notEqual((await audited(companies.nord, 'bind sign-on')).length, 0);
  const changes = await audited(companies.vast, 'change staff');
  assert.ok(changes.some(({ role }) => role === 30));
  assert.ok(changes.some(({ is_active }) => is_active === false));
});

test('AUTH-17 an issuer and a domain belong to one company, and no other company has an address in it', async () => {
  const settings = { client_id: 'x', client_secret: 'y' };
  const { issuer } = await nord.settings();
  const fresh = 'https://idp.vast.example/adfs';
  const free = ['ny.example'];
  const isRefused = async (body: object, field: string, sentence: string) => {
    const answer = await create(companies.vast, { ...settings, ...body });
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body[field], [sentence]);
  };
  for (const same of [issuer, `${issuer}/`])
    await isRefused({ issuer: same, domains: free }, 'issuer', PROVIDER_SENTENCE.issuerTaken);
  await isRefused(
    { issuer: fresh, domains: ['@Nord.example'] },
    'domains',
    PROVIDER_SENTENCE.domainTaken,
  );
  await makeStation(db, companies.nord, { user: { email: 'a@gemensam.example' } });
  await isRefused(
    { issuer: fresh, domains: ['gemensam.example'] },
    'domains',
    PROVIDER_SENTENCE.domainOfOthers,
  );
  for (const wrong of [
    'http://idp.vast.example',
    'idp',
    'https://idp.vast.example/?x=1',
    'https://user:secret@idp.vast.example',
  ])
    await isRefused({ issuer: wrong, domains: free }, 'issuer', PROVIDER_SENTENCE.issuer);
  await isRefused({ issuer: fresh, domains: ['bolag'] }, 'domains', PROVIDER_SENTENCE.domain);
  await isRefused(
    { issuer: fresh, domains: free, case_manager_values: ['claims'] },
    'role_claim',
    PROVIDER_SENTENCE.noClaim,
  );
  await isRefused(
    { issuer: fresh, domains: free, role_claim: 'groups' },
    'case_manager_values',
    PROVIDER_SENTENCE.noGroups,
  );
});

test('AUTH-22 on a public site no issuer is on this machine or in a private network', async (t) => {
  const site = await startTestNode({ publicUrl: 'https://restvarde.example' });
  t.after(() => site.stop());
  const superuser = await makeStaff(site.context.pool.db, null, 30);
  const company = await makeCompany(site.context.pool.db);
  const add = (issuer: string) =>
    site.call(superuser, 'POST', `/api/sign-on-providers?company=${company}`, {
      issuer,
      client_id: 'x',
      client_secret: 'y',
      domains: ['nord.example'],
    });
  const { issuer: onThisMachine } = await nord.settings();
  for (const issuer of [
    onThisMachine,
    'https://127.0.0.1/adfs',
    'https://169.254.169.254',
    'https://[::1]/adfs',
    'https://10.20.30.40/adfs',
    'https://localhost/adfs',
    'https://adfs/adfs',
  ]) {
    const { status, body } = await add(issuer);
    assert.deepEqual([status, body], [400, { issuer: [PROVIDER_SENTENCE.publicIssuer] }], issuer);
  }
  assert.equal((await add('https://idp.nord.example')).status, 201);
  // A name that was public when entered, and now resolves to a private address.
  await sql`alter table sign_on_providers drop constraint sign_on_providers_issuer_company_id_fkey`.execute(
    site.owner,
  );
  await sql`update sign_on_providers set issuer = ${onThisMachine}`.execute(site.owner);
  const begun = await site.call(null, 'GET', '/api/auth/adfs?email=a@nord.example');
  assert.deepEqual([begun.status, begun.body.detail], [503, SIGN_ON.unavailable]);
});

test('AUTH-7 the secret is never returned, and is stored encrypted', async () => {
  const { client_secret } = await nord.settings();
  const { body } = await node.call(admins.nord, 'GET', '/api/sign-on-providers');
  assert.deepEqual(
    body.map(({ id }: { id: number }) => id),
    [ids.nord],
  );
  assert.ok(!JSON.stringify(body).includes(client_secret));
  const { rows } = await sql<{ text: string }>`
    select p::text as text from sign_on_providers p
    union all select coalesce(after::text, '') from audit_log`.execute(db);
  for (const { text } of rows) assert.ok(!text.includes(client_secret));
});

test('AUTH-7 a company’s admin changes client and groups, only a superuser issuer and domains', async () => {
  const { client_id } = await nord.settings();
  assert.equal((await change(admins.nord, ids.nord, { client_id })).status, 200);
  for (const [field, value] of [
    ['issuer', 'https://egen.example'],
    ['domains', ['vast.example']],
  ] as const) {
    const answer = await change(admins.nord, ids.nord, { [field]: value });
    assert.deepEqual([answer.status, answer.body], [400, { [field]: [PROVIDER_SENTENCE.vouched] }]);
  }
  assert.equal((await change(admins.vast, ids.nord, { client_id: 'x' })).status, 404);
});

test('AUTH-7 after a provider is removed its users log in by password', async () => {
  const dan = await invite('vast', 'dan@vast.example');
  const { status } = await node.call(root, 'DELETE', `/api/sign-on-providers/${ids.vast}`);
  assert.equal(status, 204);
  const { rows } = await sql<{ is_ad_user: boolean }>`
    select is_ad_user from users where id = ${dan}`.execute(db);
  assert.equal(rows[0]!.is_ad_user, false);
  const login = { email: 'dan@vast.example', password: 'fel' };
  const answer = await node.call(null, 'POST', '/api/auth/two-factor', login);
  assert.equal(answer.body.code, undefined);
  const bound = await sql`
    select from sign_on_bindings where company_id = ${companies.vast}`.execute(db);
  assert.equal(bound.rows.length, 0);
});
