import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../../demo/src/postgres/embedded.ts';
import { prepareDatabase } from '../../src/prepare-database.ts';

/** A PostgreSQL that waits for the disk, in a folder that is thrown away. */
export interface DurableDatabase {
  /** As the owner of its tables. */
  url: string;
  /** As the role that nodes run by. */
  appUrl: string;
  /** Kills the server with -9; it comes back at the same address by itself. */
  kill(): Promise<void>;
}

/** Runs something on a prepared database, and ends it however that goes, at a signal too. */
export async function withDurableDatabase<Result>(
  work: (database: DurableDatabase) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'restvarde-reliability-'));
  const lost = (error: Error) => {
    throw error;
  };
  const server = await startEmbedded({ dataDir, onLost: lost });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const leave = () => void stop().finally(() => process.exit(1));
  process.once('SIGINT', leave).once('SIGTERM', leave);
  try {
    await prepareDatabase(server.url, server.appUrl);
    return await work({
      url: server.url,
      appUrl: server.appUrl,
      async kill() {
        const file = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
        process.kill(Number(file.split('\n')[0]), 'SIGKILL');
      },
    });
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
    await stop();
  }
}
