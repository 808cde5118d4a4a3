import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, open, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Embedded, startEmbedded } from '../../demo/src/postgres/embedded.ts';
import { prepareDatabase } from '../../server/src/prepare-database.ts';

/** A PostgreSQL that waits for the disk, in a folder that is thrown away. */
export interface DurableDatabase {
  /** As the owner of its tables. */
  url: string;
  /** As the role that nodes run by. */
  appUrl: string;
  /** Kills the server with -9; it comes back at the same address by itself. */
  kill(): Promise<void>;
  /** Leaves no byte free on its disk; what it returns gives them back. */
  fillDisk(): Promise<() => Promise<void>>;
}

/**
 * Runs something on a prepared database, and ends it however that goes, at a signal too. With a size it stands on a disk of
 * its own, in memory, which root alone can make, but for its log; without, its disk must not be filled.
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
  const lost = (error: Error) => {
    console.error(error);
    leave();
  };
  server = await startEmbedded({ dataDir, onLost: lost });
  if (sizeMb) {
    await server.stop();
    await moveLog(join(dataDir, 'postgres/pg_wal'), logDir);
    server = await startEmbedded({ dataDir, onLost: lost });
  }
  const { url, appUrl } = server;
  process.once('SIGINT', leave).once('SIGTERM', leave);
  try {
    await prepareDatabase(url, appUrl);
    return await work({
      url,
      appUrl,
      async kill() {
        const file = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
        process.kill(Number(file.split('\n')[0]), 'SIGKILL');
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

/** Elsewhere, as those do who run it for real: PostgreSQL ends when its log has no room, whatever the product does. */
async function moveLog(from: string, to: string): Promise<void> {
  execFileSync('cp', ['-a', from, to]);
  await rm(from, { recursive: true });
  await symlink(to, from);
}

/** A fault that harms nobody would prove nothing. */
async function assertFull(url: string): Promise<void> {
  const DISK_FULL = '53100';
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  const take = async () => {
    // Refused by itself where PostgreSQL wants to write its cache anew for it.
    await client.connect();
    await client.query(
      'create temp table room as select repeat(md5(n::text), 99) from generate_series(1, 9999) n',
    );
  };
  await assert.rejects(take, { code: DISK_FULL });
  client.connection.stream.destroy();
}
