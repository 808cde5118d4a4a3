import { chown, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Bucket } from '../config.ts';
import { refuse } from '../http/domain-error.ts';
import { StartError } from '../start-error.ts';

/** File storage (MEDIA-3). A failure of the store itself is an error with 503 (MEDIA-4). */
export interface Store {
  put(path: string, content: Uint8Array): Promise<void>;
  /** Null if there is no such file. */
  open(path: string): Promise<Readable | null>;
  /** The paths of all files, without those by which nodes check the disk. */
  list(): AsyncIterable<string>;
  /** Removes a folder if possible: leftover files do no harm. */
  removeFolder(folder: string): Promise<void>;
}

/** A bucket that sends nothing for this long counts as unavailable, also in the middle of a file. */
const SILENCE_MS = 3_000;
/** The limit of a whole call, however slow the transfer. */
const CALL_LIMIT_MS = 30_000;
/** After this many failures in a row, calls are refused for `REST_MS`; then one attempt decides. */
const FAILURES = 3;
const REST_MS = 5_000;

const unavailable = (cause?: unknown) =>
  Object.assign(
    refuse.unavailable(
      'Bilder och dokument går inte att nå just nu. Försök igen om en stund.',
      REST_MS / 1000,
    ),
    { cause },
  );

/** Runs work against a store that may be unavailable. */
type Guarded = <T>(work: () => Promise<T>) => Promise<T>;

/** A circuit breaker: callers do not wait one after another for a bucket that does not answer. */
function openBreaker(): Guarded {
  let failed = 0;
  let restsUntil = 0;

  return async (work) => {
    if (failed >= FAILURES) {
      if (performance.now() < restsUntil) throw unavailable();
      // Refuses the others while this attempt runs.
      restsUntil = performance.now() + REST_MS;
    }
    try {
      const done = await work();
      failed = 0;
      return done;
    } catch (error) {
      failed++;
      restsUntil = performance.now() + REST_MS;
      throw error;
    }
  };
}

/** A folder, or a bucket if `s3` is set. */
export async function openStore(options: { dataDir: string; s3: Bucket | null }): Promise<Store> {
  const { s3, dataDir } = options;
  if (s3) {
    return storeOn(await openBucket(s3), openBreaker());
  }
  const location = mediaFolderIn(dataDir);
  await makeFolder(location).catch((error) => {
    throw new StartError(
      `DATA_DIR must be a folder that this user can write to, but "${dataDir}" is not (${error.code}).`,
    );
  });
  const folder = new FSDriver({ location, visibility: 'private' });
  const store = storeOn(new Disk(folder), (work) => work());
  return process.getuid?.() === 0 ? keepOwner(store, dataDir) : store;
}

/**
 * Creates a folder and its missing parents. Node's recursive `mkdir` never returns on a file system that refuses, such
 * as /proc.
 */
async function makeFolder(folder: string): Promise<void> {
  const isMade = await mkdir(folder).then(
    () => true,
    async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST' && (await stat(folder)).isDirectory()) return true;
      if (error.code !== 'ENOENT' || folder === dirname(folder)) throw error;
      return false;
    },
  );
  if (isMade) return;
  await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Another node created it.
    if (error.code !== 'EEXIST') throw error;
  });
}

/** The folder of pictures and documents below DATA_DIR. */
export const mediaFolderIn = (dataDir: string) => join(dataDir, 'media');

/**
 * Gives files written by root to the owner of `dataDir`, so that nodes of another user can write beside files of a
 * command.
 */
async function keepOwner(store: Store, dataDir: string): Promise<Store> {
  const { uid, gid } = await stat(dataDir);
  if (uid === 0) return store;
  await chown(mediaFolderIn(dataDir), uid, gid);
  return {
    ...store,
    async put(path, content) {
      await store.put(path, content);
      let place = mediaFolderIn(dataDir);
      for (const part of path.split('/')) {
        place = join(place, part);
        await chown(place, uid, gid);
      }
    },
  };
}

function storeOn(disk: Disk, guard: Guarded): Store {
  const ask: Guarded = (work) =>
    guard(() =>
      work().catch((error) => {
        throw unavailable(error);
      }),
    );
  return {
    put: (path, content) => ask(() => disk.put(path, content)),
    open: (path) => ask(async () => ((await disk.exists(path)) ? disk.getStream(path) : null)),
    async *list() {
      let next: string | undefined;
      do {
        const paging = next === undefined ? {} : { paginationToken: next };
        const { objects, paginationToken } = await ask(() =>
          disk.listAll('/', { recursive: true, ...paging }),
        );
        for (const object of objects)
          if (object.isFile && !object.key.startsWith('.')) yield object.key;
        next = paginationToken;
      } while (next);
    },
    removeFolder: (folder) => ask(() => disk.deleteAll(folder)).catch(() => {}),
  };
}

async function openBucket(s3: Bucket): Promise<Disk> {
  // Loaded only if used: it is larger than everything else together.
  const { S3Driver } = await import('flydrive/drivers/s3');
  const driver = new S3Driver({
    endpoint: s3.endpoint,
    region: s3.region,
    bucket: s3.bucket,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    forcePathStyle: true,
    visibility: 'private',
    supportsACL: false,
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: SILENCE_MS,
      socketTimeout: SILENCE_MS,
      requestTimeout: CALL_LIMIT_MS,
      // Otherwise the library only logs a warning.
      throwOnRequestTimeout: true,
    },
  });
  return new Disk(driver);
}
