import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '@restvarde/server/start-error';

const SQLITE_BUSY = 5;

/** Keeps connections from being collected, which would release their locks. */
const held = new Set<DatabaseSync>();

/**
 * Locks a data folder for this process and returns the function that unlocks it. The lock is SQLite's on the empty file
 * `lock`: the operating system releases it however the process ends. Throws StartError if another process has it.
 */
export function lockFolder(folder: string): () => void {
  const lock = openLock(folder);
  try {
    // With `exclusive`, two simultaneous callers would each find the other reading, and both fail.
    lock.exec('pragma busy_timeout = 0; begin immediate');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new StartError(
      `Another instance uses the data folder ${folder}: stop it, or set DATA_DIR to another folder.`,
    );
  }
  held.add(lock);
  return () => {
    if (held.delete(lock)) lock.close();
  };
}

function openLock(folder: string): DatabaseSync {
  const file = join(folder, 'lock');
  try {
    const lock = new DatabaseSync(file);
    // SQLite opens a read-only file without an error and then locks nothing.
    accessSync(file, constants.W_OK);
    return lock;
  } catch {
    throw new StartError(
      `The data folder ${folder} cannot be written by this user: correct its owner, or set DATA_DIR to another folder.`,
    );
  }
}
