import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, open, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import {
  type Embedded,
  findBinaries,
  SETTINGS,
  startEmbedded,
} from '../../demo/src/postgres/embedded.ts';
import { chooseAccount } from '../../demo/src/postgres/embedded-account.ts';
import { launch } from '../../demo/src/postgres/postmaster.ts';
import { prepareDatabase } from '../../server/src/prepare-database.ts';

/** A PostgreSQL that waits for the disk, in a temporary folder. */
export interface DurableDatabase {
  /** Address for the owner of the tables. */
  url: string;
  /** Address for the nodes' role. */
  appUrl: string;
  /** Kills the server by SIGKILL and starts it again at the same address. */
  kill(): Promise<void>;
  /** Fills its disk completely. Returns a function that frees it again. */
  fillDisk(): Promise<() => Promise<void>>;
}

/**
 * Runs work on a prepared database and then stops it, even after an error or a signal. With `sizeMb`, all its files except
 * the log are on a separate disk in memory, which only root can create. Without it, `fillDisk` must not be called.
 */
export async function withDurableDatabase<Result>(
  work: (database: DurableDatabase) => Promise<Result>,
  { sizeMb }: { sizeMb?: number } = {},
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'restvarde-reliability-'));
  const logDir = `${dataDir}-log`;
  if (sizeMb) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', dataDir]);
  let server: Embedded | undefined;
  const stop = async () => {
    await server?.stop();
    if (sizeMb) execFileSync('umount', [dataDir]);
    for (const folder of [dataDir, logDir]) await rm(folder, { recursive: true, force: true });
  };
  const leave = () => void stop().finally(() => process.exit(1));
  server = await startEmbedded({ dataDir });
  if (sizeMb) {
    await server.stop();
    await moveLog(join(dataDir, 'postgres/pg_wal'), logDir);
    server = await startEmbedded({ dataDir });
  }
  const { url, appUrl } = server;
  const cluster = join(await realpath(dataDir), 'postgres');
  process.once('SIGINT', leave).once('SIGTERM', leave);
  try {
    await prepareDatabase(url, appUrl);
    return await work({
      url,
      appUrl,
      async kill() {
        const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8');
        const pid = Number(file.split('\n')[0]);
        process.kill(pid, 'SIGKILL');
        // Until its process is gone, a new server refuses to start.
        while (isAlive(pid)) await pause(10);
        const { postgres } = await findBinaries();
        const account = await chooseAccount(cluster, postgres);
        const port = Number(new URL(url).port);
        await launch(postgres, { cluster, account, settings: SETTINGS, port });
      },
      async fillDisk() {
        const path = join(dataDir, 'filler');
        const filler = await open(path, 'w');
        for (const size of [1024 * 1024, 4096]) {
          const zeros = Buffer.alloc(size);
          while (
            await filler.write(zeros).then(
              () => true,
              () => false,
            )
          );
        }
        await filler.close();
        await assertFull(url);
        return () => rm(path);
      },
    });
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
    await stop();
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Moves the log to another disk, as in production: PostgreSQL ends if its log has no room. */
async function moveLog(from: string, to: string): Promise<void> {
  execFileSync('cp', ['-a', from, to]);
  await rm(from, { recursive: true });
  await symlink(to, from);
}

/** Checks that the fault takes effect. */
async function assertFull(url: string): Promise<void> {
  const DISK_FULL = '53100';
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  const take = async () => {
    // The connection itself fails if PostgreSQL has to write its cache for it.
    await client.connect();
    await client.query(
      'create temp table room as select repeat(md5(n::text), 99) from generate_series(1, 9999) n',
    );
  };
  await assert.rejects(take, { code: DISK_FULL });
  client.connection.stream.destroy();
}
