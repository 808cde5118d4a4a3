import assert from 'node:assert/strict';
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
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

/** Another process that starts the database, says how that went in one line of JSON, and lives on. */
const OWNER = `
  const { startEmbedded } = await import(${JSON.stringify(import.meta.resolve('./embedded.ts'))});
  const [dataDir, durable] = JSON.parse(process.env.ASKED);
  try {
    const { url, adopted, stop } = await startEmbedded({ dataDir, durable });
    console.log(JSON.stringify({ url, adopted }));
    process.once('SIGTERM', () => stop().then(() => process.exit()));
    setInterval(() => {}, 60_000);
  } catch ({ name, message }) {
    console.log(JSON.stringify({ name, message }));
  }
`;

type Said = { url: string; adopted: boolean; name?: string; message?: string };

const owners = new Set<ChildProcess>();
after(() => {
  for (const owner of owners) owner.kill('SIGKILL');
});

async function startOwner(folder: string, durable = true, as: SpawnOptions = {}) {
  const owner = spawn(process.execPath, ['--input-type=module', '-e', OWNER], {
    ...as,
    env: { PATH: process.env.PATH, ASKED: JSON.stringify([folder, durable]) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  owners.add(owner);
  const ended = once(owner, 'exit').then(() => owners.delete(owner));
  const [line] = await once(createInterface(owner.stdout!), 'line');
  return { owner, ended, ...(JSON.parse(line) as Said) };
}

/** An empty data folder, closed to other users; what runs in it is ended with the test. */
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

/** The folder that most tests take over from one another: making a cluster is what takes time. */
const dataDir = await makeFolder({ after });

const KEEP = "create table if not exists kept as select 'räksmörgås' as word";

async function assertKept(url: string) {
  assert.deepEqual(await run(url, 'select word from kept'), [{ word: 'räksmörgås' }]);
}

test('a second start keeps the data; stopping twice is stopping once', async () => {
  const first = await startEmbedded({ dataDir });
  assert.equal(first.adopted, false);
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

  const course: string[] = [];
  const second = await startEmbedded({ dataDir, onLaunch: () => course.push('launched') });
  course.push('up');
  assert.deepEqual(course, ['launched', 'up']);
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

test('of two first starts at once exactly one wins', async (t) => {
  const emptyDir = await makeFolder(t);
  const both = await Promise.all([startOwner(emptyDir, false), startOwner(emptyDir, false)]);
  assert.equal(both.filter(({ url }) => url).length, 1);
  assert.equal(both.filter(({ name }) => name === 'StartError').length, 1);
  const winner = both.find(({ url }) => url)!;
  winner.owner.kill('SIGTERM');
  await winner.ended;
});

test('a server that outlived its killed owner is adopted', async () => {
  const former = await startOwner(dataDir);
  await run(former.url, KEEP);
  const pid = await readPid(dataDir);
  former.owner.kill('SIGKILL');
  await former.ended;

  const onLaunch = () => assert.fail('nothing was started');
  const heir = await startEmbedded({ dataDir, onLaunch });
  assert.equal(heir.adopted, true);
  assert.equal(await readPid(dataDir), pid);
  await assertKept(heir.url);
  await heir.stop();
  await waitForEnd(pid);
});

test('after owner and server are killed, what was committed is there', async () => {
  const former = await startOwner(dataDir);
  await run(former.url, KEEP);
  const pid = await readPid(dataDir);
  former.owner.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  await former.ended;

  const heir = await startEmbedded({ dataDir });
  assert.equal(heir.adopted, false);
  await assertKept(heir.url);
  await heir.stop();
});

test('a server that is killed is started again at its address; where it cannot be, that is said', async () => {
  const lost: Error[] = [];
  const server = await startEmbedded({ dataDir, onLost: (error) => lost.push(error) });
  await run(server.url, KEEP);
  const pid = await readPid(dataDir);
  process.kill(pid, 'SIGKILL');
  await eventually(() => assertKept(server.url));
  const second = await readPid(dataDir);
  assert.notEqual(second, pid);

  const control = join(dataDir, 'postgres/global/pg_control');
  await rename(control, `${control}.away`);
  process.kill(second, 'SIGKILL');
  await eventually(async () => assert.equal(lost.length, 1));
  await rename(`${control}.away`, control);
  assert.match(String(lost[0]), /^StartError: PostgreSQL does not start \(/);
  await server.stop();

  const heir = await startEmbedded({ dataDir, onLost: assert.fail });
  await assertKept(heir.url);
  const third = await readPid(dataDir);
  await heir.stop();
  assert.equal(isAlive(third), false);
});

test('a server that runs but does not answer is ended, and started anew', async () => {
  const former = await startOwner(dataDir);
  await run(former.url, KEEP);
  former.owner.kill('SIGKILL');
  await former.ended;
  // Nobody listens where it says that it does, as after a kill that is still at work.
  const file = join(dataDir, 'postgres/postmaster.pid');
  const lines = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, lines.with(3, '1').join('\n'));

  const heir = await startEmbedded({ dataDir });
  assert.equal(heir.adopted, false);
  await assertKept(heir.url);
  await heir.stop();
});

test('the number of a dead server that another process has by now does not hinder', async (t) => {
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

  const heir = await startEmbedded({ dataDir, durable: false });
  assert.equal(heir.adopted, false);
  await heir.stop();
  assert.equal(isAlive(stranger.pid!), true);
});

test('a server that is not durable ends with its owner', async () => {
  const { owner } = await startOwner(dataDir, false);
  const pid = await readPid(dataDir);
  owner.kill('SIGKILL');
  await waitForEnd(pid);
});

test('a cluster without its password, or of another version, is said in one sentence', async () => {
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

test('an ordinary user runs it as himself, and is told so where it is not his', {
  skip: !asRoot || !isOpenToAll(import.meta.filename),
}, async (t) => {
  const emptyDir = await makeFolder(t);
  const passwd = readFileSync('/etc/passwd', 'utf8');
  const [uid, gid] = /^daemon:\w*:(\d+):(\d+)/m.exec(passwd)!.slice(1).map(Number);
  const user = { uid: uid!, gid: gid! };
  chownSync(emptyDir, user.uid, user.gid);
  const his = await startOwner(emptyDir, false, user);
  assert.ok(his.url, his.message ?? '');
  assert.equal((await stat(join(emptyDir, 'postgres'))).uid, user.uid);
  his.owner.kill('SIGTERM');
  await his.ended;

  const roots = await makeFolder(t);
  lockFolder(roots)();
  await chmod(roots, 0o755);
  const refused = await startOwner(roots, false, user);
  assert.match(refused.message ?? '', /cannot be written by this user/);
});

/** Whether any user can reach this file, as a test with another user needs. */
function isOpenToAll(file: string): boolean {
  for (let at = file; dirname(at) !== at; at = dirname(at)) {
    if (!(statSync(at).mode & (at === file ? 0o004 : 0o001))) return false;
  }
  return true;
}
