import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { createTestDatabase } from '../test/test-database.ts';
import { TEST_SECRET } from '../test/test-node.ts';
import { openMetricsPort } from './operation/metrics-port.ts';

const database = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'restvarde-test-'));
const busy = createServer();
await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
const { port } = busy.address() as AddressInfo;
after(async () => {
  busy.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** No server listens here. */
const UNREACHABLE = 'postgres://nobody@127.0.0.1:9/restvarde';

/** Starts a node as in production. Returns its exit code and output. */
async function start(settings: Record<string, string>) {
  const { PATH = '' } = process.env;
  const node = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH,
      DATABASE_URL: database.appUrl,
      SECRET: TEST_SECRET,
      PUBLIC_URL: 'https://restvarde.example',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'no-reply@restvarde.example',
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
      PORT: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A node that does not exit fails the test, because its output lacks the sentence.
    timeout: 60_000,
  });
  const ended = new Promise<number | null>((resolve) => node.once('exit', resolve));
  const [code, out, fault] = await Promise.all([ended, text(node.stdout), text(node.stderr)]);
  return { code, printed: `${out}${fault}`.trim() };
}

for (const [name, settings, sentence] of [
  ['a port in use', { PORT: String(port) }, `Port ${port} is in use: set PORT to another.`],
  [
    'a folder that cannot be created',
    { DATA_DIR: '/proc/none' },
    'DATA_DIR must be a folder that this user can write to, but "/proc/none" is not (ENOENT).',
  ],
  [
    'a pooler that is down',
    { DATABASE_URL: UNREACHABLE, DATABASE_DIRECT_URL: database.appUrl },
    'DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:9',
  ],
  [
    'a direct database URL that is down',
    { DATABASE_DIRECT_URL: UNREACHABLE, DATABASE_OWNER_URL: database.url },
    'DATABASE_DIRECT_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:9',
  ],
] as const) {
  test(`OPS-21 ${name} is reported in one sentence at the start, and the exit code is 1`, async () => {
    assert.deepEqual(await start(settings), { code: 1, printed: sentence });
  });
}

test('OPS-21 errors about a metrics port in use or a foreign address name their settings', async () => {
  const metrics = (host: string, at: number) => openMetricsPort({ host, port: at }, async () => '');
  await assert.rejects(metrics('127.0.0.1', port), {
    name: 'StartError',
    message: `Port ${port} is in use: set METRICS_PORT to another.`,
  });
  for (const host of ['192.0.2.1', 'nobody.invalid'])
    await assert.rejects(metrics(host, 0), {
      name: 'StartError',
      message: `METRICS_HOST must be an address of this machine, but "${host}" is not.`,
    });
});
