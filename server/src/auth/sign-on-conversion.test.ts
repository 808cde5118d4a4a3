import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startMailbox } from '../../../demo/src/mailbox/mailbox.ts';
import { codeIn, latestEmail, readEmails } from '../../../demo/src/mailbox/read-mailbox.ts';
import { openSignOnProvider } from '../../../demo/src/sign-on/sign-on-provider.ts';
import { visitProvider } from '../../test/auth/sign-on-browser.ts';
import { operate } from '../../test/start/operator.ts';
import { startTestNode, type TestNode } from '../../test/test-node.ts';
import { REFUSED } from './sign-on-account.ts';

// Accounts are created as in a real installation: by commands, in Inställningar, and with a password by a mailed link.

const PASSWORD = 'tre blå hästar på tork';

const mailbox = await startMailbox({ smtpPort: 0, webPort: 0 });
const provider = openSignOnProvider({ port: 0, publicUrl: 'http://localhost:3000', email: '' });
const settings = await provider.settings();
const folder = await mkdtemp(join(tmpdir(), 'restvarde-sign-on-'));
/** Before single sign-on is set up. */
const before = await startTestNode({ smtpUrl: mailbox.smtpUrl });
const { databaseUrl } = before;
const withDomains = await startTestNode({
  databaseUrl,
  oidc: { domains: ['bolag.example'], settings: async () => settings },
});
const withoutDomains = await startTestNode({
  databaseUrl,
  oidc: { domains: [], settings: async () => settings },
});
after(async () => {
  await withoutDomains.stop();
  await withDomains.stop();
  await before.stop();
  await provider.stop();
  await mailbox.stop();
  await rm(folder, { recursive: true });
});

async function restvarde(args: string[], env: Record<string, string> = {}): Promise<string> {
  const place = { DATABASE_URL: databaseUrl, DATA_DIR: folder, SMTP_URL: mailbox.smtpUrl };
  const { code, output } = await operate(args, {
    ...place,
    PUBLIC_URL: 'http://localhost:3000',
    ...env,
  });
  assert.equal(code, 0, output);
  return output;
}
const oidc = (domains: string) => ({
  OIDC_ISSUER: settings.issuer,
  OIDC_CLIENT_ID: settings.client_id,
  OIDC_CLIENT_SECRET: settings.client_secret,
  OIDC_DOMAINS: domains,
});

const LINK = /\/create-password\/([\w-]{43})/;

async function choosePassword(email: string): Promise<void> {
  const mail = await latestEmail(mailbox.url, email, ({ text }) => LINK.test(text ?? ''));
  const token = LINK.exec(mail.text ?? '')![1];
  const answer = await before.call(null, 'POST', `/api/reset-password/${token}`, {
    password: PASSWORD,
    confirm_password: PASSWORD,
  });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
}

const logIn = (node: TestNode, email: string, password = PASSWORD) =>
  node.call(null, 'POST', '/api/auth/two-factor', { email, password });

async function signOn(node: TestNode, user: string) {
  const { body } = await node.call(null, 'GET', `/api/auth/adfs?email=${user}`);
  const back = await visitProvider(new URL(body.url), { user });
  return node.call(null, 'POST', '/api/auth/token/adfs', {
    authorization_code: back.get('code'),
    state: back.get('state'),
  });
}

const idOf = async (email: string) =>
  (
    await sql<{ id: number }>`select id from users where email = ${email}`.execute(
      before.context.pool.db,
    )
  ).rows[0]!.id;

/** By the company's admin, in Inställningar. */
async function invite(email: string): Promise<void> {
  const { access } = await before.logIn(ada);
  const person = { first_name: 'Bo', last_name: 'By', email, role: 20 };
  const authorization = `Bearer ${access}`;
  const { status } = await before.call(null, 'POST', '/api/users', person, { authorization });
  assert.equal(status, 201);
}

await restvarde(['superuser', 'siv@bolag.example', 'Siv', 'Rask']);
await restvarde(['company', 'Bolaget', 'ada@bolag.example', 'Ada', 'Ek']);
const ada = await idOf('ada@bolag.example');
await invite('bo@bolag.example');
for (const name of ['siv', 'ada', 'bo']) await choosePassword(`${name}@bolag.example`);

test('AUTH-20 an account with a password is converted at its first sign-on by its domain’s provider', async () => {
  assert.equal((await logIn(before, 'ada@bolag.example')).status, 200);
  const refused = await logIn(withDomains, 'ada@bolag.example');
  assert.deepEqual([refused.status, refused.body.code], [400, 'is_ad_user']);
  const { status, body } = await signOn(withDomains, 'ada@bolag.example');
  assert.equal(status, 200, JSON.stringify(body));
  const authorization = `Bearer ${body.access}`;
  const me = await withDomains.call(null, 'GET', '/api/users/me', null, { authorization });
  assert.deepEqual([me.body.email, me.body.is_ad_user], ['ada@bolag.example', true]);
  assert.equal((await signOn(withDomains, 'ada@bolag.example')).status, 200);
  // The earlier password no longer works.
  assert.equal((await logIn(before, 'ada@bolag.example')).body.code, 'is_ad_user');
});

test('AUTH-20 a superuser in a provider’s domain still logs in by password, and not by single sign-on', async () => {
  const { status, body } = await logIn(withDomains, 'siv@bolag.example');
  assert.equal(status, 200, JSON.stringify(body));
  const mail = await latestEmail(mailbox.url, 'siv@bolag.example', (one) => codeIn(one) !== '');
  const tokens = await withDomains.call(null, 'POST', '/api/auth/token/two-factor', {
    uuid: body.uuid,
    two_factor_code: codeIn(mail),
  });
  assert.equal(tokens.status, 200);
  // A wrong password gets the answer of any address in the domain, which reveals nothing about the account (AUTH-5).
  const wrong = await logIn(withDomains, 'siv@bolag.example', 'fel lösenord');
  const nobody = await logIn(withDomains, 'ingen@bolag.example', 'fel lösenord');
  assert.deepEqual(wrong.body, nobody.body);
  // It is a security event all the same (SEC-1).
  const { rows } = await sql<{ kind: string }>`
    select kind from security_events
    where user_id = ${await idOf('siv@bolag.example')} order by id desc limit 1`.execute(
    before.context.pool.db,
  );
  assert.equal(rows[0]!.kind, 'login_failed');
  assert.deepEqual((await signOn(withDomains, 'siv@bolag.example')).body, {
    detail: REFUSED.unknown,
  });
});

test('AUTH-20 staff in a provider’s domain get no link to set a password', async () => {
  const links = async (name: string) =>
    (await readEmails(mailbox.url, `${name}@bolag.example`)).filter(({ text }) =>
      LINK.test(text ?? ''),
    ).length;
  const had = await links('bo');
  for (const name of ['bo', 'siv'])
    await withDomains.call(null, 'POST', '/api/reset-password', {
      email: `${name}@bolag.example`,
    });
  // The superuser's was requested last.
  await latestEmail(
    mailbox.url,
    'siv@bolag.example',
    ({ subject }) => subject === 'Välj nytt lösenord',
  );
  assert.equal(await links('bo'), had);
});

test('AUTH-20 a provider without domains converts accounts of the only company, and none if there are two', async () => {
  assert.equal((await logIn(withoutDomains, 'bo@bolag.example')).status, 200);
  assert.equal((await signOn(withoutDomains, 'bo@bolag.example')).status, 200);
  assert.equal((await logIn(withoutDomains, 'bo@bolag.example')).body.code, 'is_ad_user');
  await restvarde(['company', 'Det andra', 'cia@annat.example', 'Cia', 'Al']);
  await invite('dan@bolag.example');
  for (const user of ['dan@bolag.example', 'cia@annat.example'])
    assert.deepEqual((await signOn(withoutDomains, user)).body, { detail: REFUSED.unknown }, user);
});

test('AUTH-20 a user invited by a command or in Inställningar can use single sign-on at once', async () => {
  await restvarde(['company', 'Tredje', 'eva@tredje.example', 'Eva', 'En'], oidc('tredje.example'));
  const { rows } = await sql<{ is_ad_user: boolean }>`
    select is_ad_user from users where email = 'eva@tredje.example'`.execute(
    before.context.pool.db,
  );
  assert.equal(rows[0]!.is_ad_user, true);
});

test('AUTH-20, OPS-13 a command shows how staff log in, converts them, and removes an old issuer', async () => {
  const shown = await restvarde(['sign-on', 'bolag.example'], oidc('bolag.example'));
  const { issuer } = settings;
  assert.match(
    shown,
    new RegExp(`^ada@bolag.example  Bolaget  employer, signs on by ${issuer}$`, 'm'),
  );
  assert.match(
    shown,
    /^dan@bolag.example {2}Bolaget {2}password until now, converted at the next/m,
  );
  assert.doesNotMatch(shown, /siv@/);

  const moved = { ...oidc('bolag.example'), OIDC_ISSUER: 'https://ny.example/adfs' };
  assert.match(
    await restvarde(['sign-on', 'ada@bolag.example'], moved),
    /employer, but bound to .+: use --to employer to bind to https:\/\/ny\.example\/adfs$/,
  );
  await restvarde(['sign-on', 'ada@bolag.example', '--to', 'employer', '--dry-run'], moved);
  assert.equal((await signOn(withDomains, 'ada@bolag.example')).status, 200);
  assert.match(
    await restvarde(['sign-on', 'ada@bolag.example', '--to', 'employer'], moved),
    /employer, has not signed on by https:\/\/ny\.example\/adfs yet$/,
  );
  // The account is bound again, to the current user at the provider.
  assert.equal((await signOn(withDomains, 'ada@bolag.example')).status, 200);

  await assert.rejects(
    restvarde(['sign-on', 'bolag.example', '--to', 'password'], oidc('bolag.example')),
    /bolag\.example belongs to .+: remove the domain from OIDC_DOMAINS/,
  );
  // Single sign-on is off: earlier passwords work again, and an account without one gets a link.
  assert.match(
    await restvarde(['sign-on', 'ada@bolag.example']),
    /no provider signs this address on/,
  );
  await restvarde(['sign-on', 'bolag.example', '--to', 'password']);
  assert.equal((await logIn(before, 'ada@bolag.example')).status, 200);
  await restvarde(['sign-on', 'tredje.example', '--to', 'password']);
  await choosePassword('eva@tredje.example');
  assert.equal((await logIn(before, 'eva@tredje.example')).status, 200);

  await assert.rejects(restvarde(['sign-on', '--to', 'password']), /Name an e-mail address or a/);
  await assert.rejects(restvarde(['sign-on', 'x.example']), /No active staff has x\.example/);
  await assert.rejects(restvarde(['sign-on', 'x', '--to', 'y']), /--to must be employer or passw/);
});
