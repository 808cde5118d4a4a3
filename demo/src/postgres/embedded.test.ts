import assert from 'node:assert/strict';
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { StartError } from '@restvarde/server/start-error';
import pg from 'pg';
import { eventually } from '../../../server/test/eventually.ts';
import { startEmbedded } from './embedded.ts';
import { lockFolder } from './folder-lock.ts';

const asRoot = process.getuid?.() === 0;

/** Another process that starts the database, prints the result as one line of JSON, and keeps running. */
const OWNER = `
  const { startEmbedded } = await import(${JSON.stringify(import.meta.resolve('./embedded.ts'))});
  const [dataDir, durable] = JSON.parse(process.env.OPTIONS);
  try {
    const { url, stop } = await startEmbedded({ dataDir, durable });
    console.log(JSON.stringify({ url }));
    process.once('SIGTERM', () => stop().then(() => process.exit()));
    setInterval(() => {}, 60_000);
  } catch ({ name, message }) {
    console.log(JSON.stringify({ name, message }));
  }
`;

type Result = { url: string; name?: string; message?: string };

const owners = new Set<ChildProcess>();
after(() => {
  for (const owner of owners) owner.kill('SIGKILL');
});

async function startOwner(folder: string, durable = true, as: SpawnOptions = {}) {
  const owner = spawn(process.execPath, ['--input-type=module', '-e', OWNER], {
    ...as,
    env: { PATH: process.env.PATH, OPTIONS: JSON.stringify([folder, durable]) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  owners.add(owner);
  const ended = once(owner, 'exit').then(() => owners.delete(owner));
  const [line] = await once(createInterface(owner.stdout!), 'line');
  return { owner, ended, ...(JSON.parse(line) as Result) };
}

/** Makes an empty data folder, closed to other users. A server in it ends with the test. */
async function makeFolder(t: { after(work: () => Promise<void>): void }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-embedded-'));
  t.after(async () => {
    const pid = await readPid(folder).catch(() => 0);
    if (pid > 0) {
      process.kill(pid, 'SIGQUIT');
      await waitForEnd(pid);
    }
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

async function readPid(folder: string): Promise<number> {
  return Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s*Z/m.test(readStatus(pid));
  } catch {
    return false;
  }
}

function readStatus(pid: number): string {
  return process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
}

const waitForEnd = (pid: number) =>
  eventually(async () => assert.ok(!isAlive(pid), `process ${pid} still runs`));

async function run(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Most tests share a folder, because creating a cluster takes time. */
const dataDir = await makeFolder({ after });

const KEEP = "create table if not exists kept as select 'räksmörgås' as word";

async function assertKept(url: string) {
  assert.deepEqual(await run(url, 'select word from kept'), [{ word: 'räksmörgås' }]);
}

test('a second start keeps the data, and a second stop does nothing', async () => {
  const first = await startEmbedded({ dataDir });
  await run(first.url, KEEP);
  const [settings] = await run(
    first.url,
    `select current_setting('server_version_num')::int / 10000 as version,
      current_setting('fsync') as fsync, current_setting('timezone') as timezone,
      current_setting('listen_addresses') as addresses, getdatabaseencoding() as encoding,
      (select bool_and(auth_method = 'scram-sha-256') from pg_hba_file_rules) as passwords`,
  );
  assert.deepEqual(settings, {
    version: 18,
    fsync: 'on',
    timezone: 'UTC',
    addresses: '127.0.0.1',
    encoding: 'UTF8',
    passwords: true,
  });
  const pid = await readPid(dataDir);
  await Promise.all([first.stop(), first.stop()]);
  await first.stop();
  assert.equal(isAlive(pid), false);

  const events: string[] = [];
  const second = await startEmbedded({ dataDir, onLaunch: () => events.push('launched') });
  events.push('up');
  assert.deepEqual(events, ['launched', 'up']);
  await assertKept(second.url);
  await second.stop();
  assert.deepEqual((await readdir(dataDir)).sort(), [
    'lock',
    'postgres',
    'postgres.json',
    'postgres.log',
  ]);
  assert.equal((await stat(join(dataDir, 'postgres.json'))).mode & 0o777, 0o600);
});

test('a folder in use by another instance is refused in one sentence', async () => {
  const server = await startEmbedded({ dataDir, durable: false });
  const sentence = `Another instance uses the data folder ${dataDir}: stop it, or set DATA_DIR to another folder.`;
  assert.equal((await startOwner(dataDir)).message, sentence);
  await assert.rejects(startEmbedded({ dataDir }), new StartError(sentence));
  await run(server.url, 'select 1');
  await server.stop();
});

test('one of two simultaneous first starts wins', async (t) => {
  const emptyDir = await makeFolder(t);
  const both = await Promise.all([startOwner(emptyDir, false), startOwner(emptyDir, false)]);
  assert.equal(both.filter(({ url }) => url).length, 1);
  assert.equal(both.filter(({ name }) => name === 'StartError').length, 1);
  const winner = both.find(({ url }) => url)!;
  winner.owner.kill('SIGTERM');
  await winner.ended;
});

for (const durable of [true, false]) {
  test(`a ${durable ? 'durable' : 'temporary'} server ends with its killed owner, and the next start continues`, async () => {
    const former = await startOwner(dataDir, durable);
    await run(former.url, KEEP);
    const pid = await readPid(dataDir);
    former.owner.kill('SIGKILL');
    await former.ended;
    if (!durable) await waitForEnd(pid);

    const next = await startEmbedded({ dataDir, durable });
    assert.equal(isAlive(pid), false);
    await assertKept(next.url);
    await next.stop();
  });
}

test('after owner and server are killed, committed data is there', async () => {
  const former = await startOwner(dataDir);
  await run(former.url, KEEP);
  const pid = await readPid(dataDir);
  former.owner.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  await former.ended;

  const next = await startEmbedded({ dataDir });
  await assertKept(next.url);
  await next.stop();
});

test('a killed server is reported once, a stopped one is not', async () => {
  const lost: Error[] = [];
  const onLost = (error: Error) => lost.push(error);
  const killed = await startEmbedded({ dataDir, onLost });
  process.kill(await readPid(dataDir), 'SIGKILL');
  await eventually(async () => assert.equal(lost.length, 1));
  assert.match(String(lost[0]), /^StartError: The database has died/);
  await killed.stop();
  const stopped = await startEmbedded({ dataDir, onLost });
  await stopped.stop();
  assert.equal(lost.length, 1);
});

test('another process with the id of a dead server does not prevent a start', async (t) => {
  const former = await startEmbedded({ dataDir, durable: false });
  const file = join(dataDir, 'postgres/postmaster.pid');
  const lines = await readFile(file, 'utf8');
  await former.stop();
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
  t.after(() => stranger.kill());
  await writeFile(file, lines.replace(/^\d+/, String(stranger.pid)));
  if (asRoot) {
    const { uid, gid } = await stat(join(dataDir, 'postgres'));
    chownSync(file, uid, gid);
  }

  const next = await startEmbedded({ dataDir, durable: false });
  await next.stop();
  assert.equal(isAlive(stranger.pid!), true);
});

test('a cluster without its password or of another version is refused in one sentence', async () => {
  await (await startEmbedded({ dataDir, durable: false })).stop();
  await rm(join(dataDir, 'postgres.json'));
  await assert.rejects(startEmbedded({ dataDir }), /^StartError: The password .* restore /);
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '17\n');
  await assert.rejects(startEmbedded({ dataDir }), /^StartError: .* is of PostgreSQL 17, not 18/);
});

test('root in an open folder runs it as another user without any capability', {
  skip: !asRoot || process.platform !== 'linux',
}, async (t) => {
  const emptyDir = await makeFolder(t);
  await chmod(emptyDir, 0o755);
  const server = await startEmbedded({ dataDir: emptyDir, durable: false });
  const status = readStatus(await readPid(emptyDir));
  await server.stop();
  assert.match(status, /^Uid:\s+[1-9]/m);
  if (isOpenToAll(import.meta.filename)) assert.match(status, /^CapEff:\s+0+$/m);
});

test('an ordinary user runs it under the same name, and is refused in a folder of another user', {
  skip: !asRoot || !isOpenToAll(import.meta.filename),
}, async (t) => {
  const emptyDir = await makeFolder(t);
  const passwd = readFileSync('/etc/passwd', 'utf8');
  const [uid, gid] = /^daemon:\w*:(\d+):(\d+)/m.exec(passwd)!.slice(1).map(Number);
  const user = { uid: uid!, gid: gid! };
  chownSync(emptyDir, user.uid, user.gid);
  const own = await startOwner(emptyDir, false, user);
  assert.ok(own.url, own.message ?? '');
  assert.equal((await stat(join(emptyDir, 'postgres'))).uid, user.uid);
  own.owner.kill('SIGTERM');
  await own.ended;

  const roots = await makeFolder(t);
  lockFolder(roots)();
  await chmod(roots, 0o755);
  const refused = await startOwner(roots, false, user);
  assert.match(refused.message ?? '', /cannot be written by this user/);
});

/** Whether any user can reach this file. */
function isOpenToAll(file: string): boolean {
  for (let at = file; dirname(at) !== at; at = dirname(at)) {
    if (!(statSync(at).mode & (at === file ? 0o004 : 0o001))) return false;
  }
  return true;
}
