import { rm, statfs, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** State of the folder for pictures and documents (OPS-3). */
export interface StorageState {
  isWritable: boolean;
  /** A sentence for operators; null if none. */
  warning: string | null;
}

/** Checks the folder for pictures and documents regularly. */
export interface StorageCheck {
  /** As of the last check. */
  state(): StorageState;
  stop(): Promise<void>;
}

const CHECK_INTERVAL_MS = 10_000;
/** A file system that does not answer for this long counts as unavailable. */
const ANSWER_TIMEOUT_MS = 5_000;
/** A file system with less free space than this share is nearly full. */
const NEARLY_FULL = 0.1;
/** Not empty: an empty file can be written on a full disk. */
const PROBE = Buffer.alloc(4096);

/** Checks once, and then every 10 s. A hung file system blocks one check, never several. */
export async function openStorageCheck(folder: string): Promise<StorageCheck> {
  const probe = join(folder, `.probe-${hostname()}-${process.pid}`);
  let state: StorageState = { isWritable: true, warning: null };
  let running: Promise<void> | null = null;
  const check = () => {
    running ??= checkFolder(folder, probe)
      .then((found) => {
        state = found;
      })
      .finally(() => {
        running = null;
      });
    return running;
  };
  const checkInTime = async () => {
    const isLate = await Promise.race([
      check().then(() => false),
      pause(ANSWER_TIMEOUT_MS, true, { ref: false }),
    ]);
    if (isLate) {
      state = { isWritable: false, warning: 'The folder for pictures does not answer.' };
    }
  };
  await checkInTime();
  const timer = setInterval(checkInTime, CHECK_INTERVAL_MS);
  timer.unref();
  return {
    state: () => state,
    async stop() {
      clearInterval(timer);
      await Promise.race([running, pause(ANSWER_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

async function checkFolder(folder: string, probe: string): Promise<StorageState> {
  try {
    await writeFile(probe, PROBE);
  } catch (error) {
    return { isWritable: false, warning: writeFault((error as NodeJS.ErrnoException).code) };
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
  const disk = await statfs(folder).catch(() => null);
  const isNearlyFull = disk !== null && disk.bavail < NEARLY_FULL * disk.blocks;
  return {
    isWritable: true,
    warning: isNearlyFull
      ? `The disk for pictures has less than ${100 * NEARLY_FULL} % free space.`
      : null,
  };
}

function writeFault(code: string | undefined): string {
  if (code === 'ENOENT') return 'The folder for pictures is missing.';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk for pictures is full.';
  return `The folder for pictures cannot be written to (${code}).`;
}
