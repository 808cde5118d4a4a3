import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, chooseAccount } from '../../demo/src/postgres/embedded-account.ts';
import { freePort } from '../../tools/test/free-port.ts';
import { killServer } from './failing-servers.ts';
import { findProgram, runProgram } from './programs.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Binaries of Debian's packages; the bundled PostgreSQL lacks `pg_basebackup` and `pg_rewind`. */
const POSTGRES = '/usr/lib/postgresql/18/bin';
const PASSWORD = 'replace-me';

/** Why Patroni cannot run here; false if it can. */
export function withoutPatroni(): string | false {
  const missing = ['etcd', 'patroni', 'haproxy'].filter((name) => findProgram(name) === null);
  if (!existsSync(join(POSTGRES, 'pg_rewind'))) missing.push('postgresql-18');
  return missing.length > 0 && `not installed: ${missing.join(', ')}`;
}

type Ending = { after(work: () => unknown): void };

/** One of three servers under Patroni. */
export interface PatroniServer {
  /** Superuser address of the database `postgres`. */
  url: string;
  start(): void;
  /** Fails like a machine: Patroni and PostgreSQL are killed. */
  killMachine(): Promise<void>;
  /** Kills PostgreSQL only. */
  killPostgres(): Promise<void>;
}

export interface PatroniCluster {
  servers: PatroniServer[];
  /** Port of the balancer, which forwards to the primary. */
  port: number;
  /** The members' roles, and whether all standbys stream. */
  members(): Promise<Member[]>;
  /** Reinitialises members that do not run. Returns their number. */
  reinitialize(): Promise<number>;
}

interface Member {
  role: string;
  state: string;
  /** Address of its Patroni API. */
  api_url: string;
}

/** Starts etcd, three servers by deploy/patroni.yaml and HAProxy by docs/operate.md, until the test ends. */
export async function startPatroni(t: Ending, folder: string): Promise<PatroniCluster> {
  const account = await chooseAccount(folder, findProgram('patroni')!);
  if (account.ids) await chown(folder, account.ids.uid, account.ids.gid);
  const etcd = await startEtcd(t, folder);
  const places = [await placeOf(1), await placeOf(2), await placeOf(3)];
  const text = await readFile(join(ROOT, 'deploy/patroni.yaml'), 'utf8');
  const servers: PatroniServer[] = [];
  for (const place of places)
    servers.push(await makeServer(t, folder, account, { text, etcd, place }));
  const port = await startBalancer(t, folder, places);
  const members = async (): Promise<Member[]> => {
    for (const { rest } of places) {
      const reply = await fetch(`http://127.0.0.1:${rest}/cluster`).catch(() => null);
      if (reply?.ok) return ((await reply.json()) as { members: Member[] }).members;
    }
    return [];
  };
  return {
    servers,
    port,
    members,
    async reinitialize() {
      const stuck = (await members()).filter(
        ({ state }) => !['running', 'streaming'].includes(state),
      );
      for (const { api_url } of stuck)
        await fetch(new URL('/reinitialize', api_url), { method: 'POST', body: '{"force":true}' });
      return stuck.length;
    },
  };
}

interface Place {
  name: string;
  host: string;
  postgres: number;
  rest: number;
}

const placeOf = async (n: number): Promise<Place> => ({
  name: `db-${n}`,
  host: `10.0.0.2${n}`,
  postgres: await freePort(),
  rest: await freePort(),
});

async function startEtcd(t: Ending, folder: string): Promise<number> {
  const [client, peer] = [await freePort(), await freePort()];
  const at = (port: number) => `http://127.0.0.1:${port}`;
  runProgram(t, 'etcd', [
    ...['--name', 'one', '--data-dir', join(folder, 'etcd'), '--log-level', 'error'],
    ...['--listen-client-urls', at(client), '--advertise-client-urls', at(client)],
    ...['--listen-peer-urls', at(peer), '--initial-advertise-peer-urls', at(peer)],
    ...['--initial-cluster', `one=${at(peer)}`],
  ]);
  return client;
}

async function makeServer(
  t: Ending,
  folder: string,
  account: Account,
  { text, etcd, place }: { text: string; etcd: number; place: Place },
): Promise<PatroniServer> {
  const own = join(folder, place.name);
  await mkdir(own);
  if (account.ids) await chown(own, account.ids.uid, account.ids.gid);
  const config = text
    .replace('name: db-1', `name: ${place.name}`)
    .replaceAll('10.0.0.21:8008', `127.0.0.1:${place.rest}`)
    .replaceAll('10.0.0.21:5432', `127.0.0.1:${place.postgres}`)
    .replaceAll('10.0.0.0/24', '127.0.0.0/8')
    .replace(/(hosts:) 10\S+/, `$1 127.0.0.1:${etcd}`)
    .replace('/var/lib/postgresql/18/restvarde', join(own, 'data'))
    .replace('/var/lib/postgresql/patroni.pgpass', join(own, 'pgpass'))
    .replace('/var/run/postgresql', own);
  const file = join(own, 'patroni.yaml');
  await writeFile(file, config);
  const cluster = join(own, 'data');
  let child: ChildProcess;
  let ended: Promise<unknown>;
  const start = () => {
    const { file: program, args, ...ids } = account.command(findProgram('patroni')!, [file]);
    child = spawn(program, args, { ...ids, cwd: own, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr!.on('data', (line) => void appendFile(join(own, 'log'), line).catch(() => {}));
    ended = once(child, 'exit');
  };
  start();
  t.after(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${place.postgres}/postgres`,
    start,
    async killMachine() {
      child.kill('SIGKILL');
      await killServer(cluster);
      await ended;
    },
    killPostgres: () => killServer(cluster),
  };
}

async function startBalancer(t: Ending, folder: string, places: Place[]): Promise<number> {
  const manual = await readFile(join(ROOT, 'docs/operate.md'), 'utf8');
  const written = /```\n(frontend database\n.+?)```/s.exec(manual)![1]!;
  const port = await freePort();
  const config = places.reduce(
    (haproxy, { host, postgres, rest }) =>
      haproxy.replace(`${host}:5432 check port 8008`, `127.0.0.1:${postgres} check port ${rest}`),
    written.replace('bind :5432', `bind 127.0.0.1:${port}`),
  );
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, `global\n  maxconn 500\ndefaults\n  timeout client 1h\n${config}`);
  runProgram(t, 'haproxy', ['-q', '-db', '-f', file]);
  return port;
}
