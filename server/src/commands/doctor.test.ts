import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startMailbox } from '../../../demo/src/mailbox/mailbox.ts';
import { latestEmail } from '../../../demo/src/mailbox/read-mailbox.ts';
import { openSignOnProvider } from '../../../demo/src/sign-on/sign-on-provider.ts';
import { openProxy } from '../../test/cuttable-proxy.ts';
import { operate } from '../../test/start/operator.ts';
import { openTestNode, TEST_SECRET } from '../../test/test-node.ts';

const mailbox = await startMailbox({ smtpPort: 0, webPort: 0 });
const provider = openSignOnProvider({ port: 0, publicUrl: 'http://localhost:3000', email: '' });
const { issuer } = await provider.settings();
const { node } = await openTestNode();
await node.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = node.app.server.address() as AddressInfo;
const folder = await mkdtemp(join(tmpdir(), 'restvarde-doctor-'));
after(async () => {
  await provider.stop();
  await mailbox.stop();
  await rm(folder, { recursive: true });
});

/** Returns the exit code and the lines, as `level about: sentence`. */
async function doctor(args: string[] = [], env: Record<string, string> = {}) {
  const { code, output } = await operate(['doctor', ...args], {
    DATABASE_URL: node.databaseUrl,
    SMTP_URL: mailbox.smtpUrl,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: folder,
    // Does not need a built web app.
    ROLE: 'worker',
    ...env,
  });
  return { code, lines: output.split('\n').map((line) => line.replace(/ {2,}/g, ' ')) };
}
const levels = (lines: string[], level: string) => lines.filter((line) => line.startsWith(level));
const has = (lines: string[], start: string) =>
  assert.ok(
    lines.some((line) => line.startsWith(start)),
    `${start} of\n${lines.join('\n')}`,
  );

/** Makes a backup that looks so many hours old. */
async function backUp(hours: number): Promise<string> {
  const root = await mkdtemp(join(folder, 'backups-'));
  const taken_at = new Date(Date.now() - hours * 3_600_000).toISOString();
  const made = join(root, taken_at.slice(0, 19).replaceAll(':', ''));
  await mkdir(made);
  const manifest = { format: 1, version: '1.0.0', migrations: [], taken_at, tables: [] };
  await writeFile(join(made, 'manifest.json'), JSON.stringify(manifest));
  return root;
}

test('OPS-22 reports no fault on a healthy installation, and the test e-mail arrives', async () => {
  const { code, lines } = await doctor(
    ['--email', 'drift@restvarde.example', '--backups', await backUp(5)],
    {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'restvarde',
      OIDC_CLIENT_SECRET: 'x',
      OIDC_DOMAINS: 'bolag.example',
    },
  );
  assert.equal(code, 0, lines.join('\n'));
  for (const start of [
    'ok Settings: They are complete.',
    'ok Database: PostgreSQL 18 is reached as restvarde_test.',
    'ok Database: restvarde_test owns nothing.',
    'ok Clock: ',
    'ok Migrations: The database is up to date.',
    'ok Database: The role has its rights.',
    'ok SECRET: It is the one',
    'ok Database: Notifications arrive.',
    'ok Mail: The mail server has taken an e-mail to drift@restvarde.example',
    `ok Pictures: Files are written to ${folder}.`,
    'ok Proxy: ',
    `ok Sign-on: ${issuer} is reached.`,
    'ok Backup: The newest is 5 hours old.',
  ])
    has(lines, start);
  assert.match(lines.at(-1)!, /^0 faults, \d warnings\.$/);
  const email = await latestEmail(mailbox.url, 'drift@restvarde.example');
  assert.equal(email.subject, 'Testmejl från Restvärde');
});

test('OPS-22 each fault is one line, and the exit code is 1', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const { code, lines } = await doctor(['--backups', join(folder, 'none')], {
    SECRET: `${TEST_SECRET}!`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    DATA_DIR: join(file, 'data'),
    PUBLIC_URL: issuer,
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'restvarde',
    OIDC_CLIENT_SECRET: 'x',
  });
  assert.equal(code, 1);
  for (const start of [
    'fault SECRET: SECRET is not the one that the database is sealed under',
    'fault Mail: The mail server cannot be used: ',
    'fault Pictures: A file cannot be written: ',
    `fault Proxy: ${issuer} does not lead to a node: ${issuer}/caller answers 404.`,
    'fault Sign-on: http://127.0.0.1:9/.well-known/openid-configuration cannot be read: ',
    'fault Backup: The backups cannot be read: ',
  ])
    has(lines, start);
  assert.equal(levels(lines, 'fault').length, 6, lines.join('\n'));
});

test('OPS-22 reports all settings that a node refuses', async () => {
  const { code, lines } = await doctor([], { LOG_LEVEL: 'loud', MAIL_FROM: 'nonsense' });
  assert.equal(code, 1);
  assert.deepEqual(
    lines.map((line) => line.split(' ').slice(0, 3).join(' ')),
    ['fault Settings: MAIL_FROM', 'fault Settings: LOG_LEVEL', '2 faults, 0'],
  );
});

test('OPS-22 reports nodes that run as the owner of the tables, an old backup and an unreachable database', async () => {
  const owned = await doctor(['--backups', await backUp(50)], { DATABASE_URL: node.ownerUrl });
  assert.equal(owned.code, 0, owned.lines.join('\n'));
  has(owned.lines, 'warning Database: ');
  has(owned.lines, 'warning Backup: The newest is 50 hours old.');
  const { code, lines } = await doctor(['--backups', await backUp(24 * 9)], {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
  });
  assert.equal(code, 1);
  has(lines, 'fault Database: DATABASE_URL cannot be reached: ');
  has(lines, 'fault Backup: The newest is 9 days old.');
});

test('OPS-22 a pooler that drops notifications, and revoked rights, are faults', async (t) => {
  const pooler = await openProxy(node.databaseUrl, { drops: 'A' });
  t.after(() => pooler.cut());
  await sql`revoke select on alerts from restvarde_test`.execute(node.owner);
  t.after(() => sql`grant select on alerts to restvarde_test`.execute(node.owner));
  const { code, lines } = await doctor([], { DATABASE_URL: pooler.url });
  assert.equal(code, 1);
  has(lines, 'fault Database: Notifications do not arrive: set DATABASE_DIRECT_URL');
  has(lines, 'fault Database: The role may not read alerts: run migrate.');
});

test('OPS-22 a node returns the caller’s address as it sees it', async () => {
  const ask = async (remoteAddress: string, headers = {}) =>
    (await node.app.inject({ url: '/caller', remoteAddress, headers })).json();
  const forwarded = { 'x-forwarded-for': '198.51.100.7:40000' };
  assert.deepEqual(await ask('127.0.0.1', forwarded), {
    address: '198.51.100.7',
    is_forwarded: true,
  });
  assert.deepEqual(await ask('203.0.113.9', forwarded), {
    address: '203.0.113.9',
    is_forwarded: false,
  });
});
