import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Reading, Registry } from './registry.ts';

/** The state of the machine and the network around a node. */
export interface Surroundings {
  isReady(): Promise<boolean>;
  /** Null: this node has no worker. */
  isWorking: (() => boolean) | null;
  /** Null: pictures are in a bucket. */
  isStorageWritable: (() => boolean) | null;
  /** Folders that the node writes to, by label. */
  folders: Record<string, string>;
  clockOffset_s(): Promise<number>;
  /** Null if unknown. */
  certificateExpiry_s(): number | null;
}

/** Metrics for operational alarms (OPS-11). */
export function watchOperation(registry: Registry, around: Surroundings): void {
  const { isWorking, isStorageWritable } = around;
  registry.gauge('restvarde_ready', 'Whether /readyz would be 200.', async () =>
    Number(await around.isReady()),
  );
  registry.gauge(
    'restvarde_worker_up',
    "Whether this node's worker works; absent where it has none.",
    () => (isWorking ? Number(isWorking()) : []),
  );
  registry.gauge(
    'restvarde_storage_writable',
    'Whether pictures and documents can be written to their folder; absent with a bucket.',
    () => (isStorageWritable ? Number(isStorageWritable()) : []),
  );
  const disk = (name: string, help: string, pick: (found: StatsFs) => number) =>
    registry.gauge(
      name,
      help,
      async (): Promise<Reading> => {
        const all = Object.entries(around.folders).map(
          async ([folder, path]): Promise<[{ folder: string }, number][]> => {
            const found = await statfs(path).catch(() => null);
            return found ? [[{ folder }, pick(found)]] : [];
          },
        );
        return (await Promise.all(all)).flat();
      },
      ['folder'],
    );
  disk(
    'restvarde_disk_free_bytes',
    'Free space of the file systems that files are written to, by the kind of files.',
    ({ bavail, bsize }) => bavail * bsize,
  );
  disk(
    'restvarde_disk_size_bytes',
    'The size of the file system that files are written to.',
    ({ blocks, bsize }) => blocks * bsize,
  );
  registry.gauge(
    'restvarde_clock_offset_seconds',
    "By how much the database's clock is ahead of this machine's.",
    around.clockOffset_s,
  );
  registry.gauge(
    'restvarde_certificate_expiry_seconds',
    'How long the certificate at PUBLIC_URL is valid; absent where it cannot be read.',
    () => around.certificateExpiry_s() ?? [],
  );
}
