import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '@restvarde/server/start-error';

const SQLITE_BUSY = 5;

/** Held here too: a connection that is collected would give up its lock. */
const held = new Set<DatabaseSync>();

/**
 * Takes a data folder for this process alone and returns the function that gives it back.
 * The lock is SQLite's on the empty file `lock`: the operating system drops it when the process
 * ends in whatever way, so nothing stale can be left, and the first start is guarded too.
 * Throws StartError when another process has the folder.
 */
export function lockFolder(folder: string): () => void {
  const lock = openLock(folder);
  try {
    // Not `exclusive`: of two at the same moment each would find the other reading, and neither get it.
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
    // SQLite opens a file that it may only read without a word, and then locks nothing.
    accessSync(file, constants.W_OK);
    return lock;
  } catch {
    throw new StartError(
      `The data folder ${folder} cannot be written by this user: mend its owner, or set DATA_DIR to another folder.`,
    );
  }
}
