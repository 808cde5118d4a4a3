import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

/** In hex, as in the file. SHA-1 because the list uses it; it protects nothing. */
const HASH_LENGTH = 40;
/** More than a line and the end of the previous one: hash, colon, count. */
const WINDOW_BYTES = 160;

/**
 * Looks passwords up in a «Pwned Passwords» file: lines sorted by upper-case SHA-1. Binary search, some 35 reads, so
 * the file may exceed memory and no password leaves the machine. Null: no list, and no password counts as leaked.
 * Throws if the file is unreadable, so that nothing passes unchecked.
 */
export function openBreachedPasswords(file: string | null): (password: string) => Promise<boolean> {
  if (file === null) return async () => false;
  return async (password) => {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    const list = await open(file);
    try {
      return await isListed(list, hash);
    } finally {
      await list.close();
    }
  };
}

async function isListed(list: FileHandle, hash: string): Promise<boolean> {
  let from = 0;
  let to = (await list.stat()).size;
  // If present, its line begins in [from, to).
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const line = await lineFrom(list, middle);
    if (line === null || line.at >= to || line.hash > hash) to = middle;
    else if (line.hash === hash) return true;
    else from = line.at + HASH_LENGTH;
  }
  return false;
}

/** The first line that begins at `position` or later; null after the last. */
async function lineFrom(list: FileHandle, position: number) {
  const start = Math.max(0, position - 1);
  const { bytesRead, buffer } = await list.read(Buffer.alloc(WINDOW_BYTES), 0, WINDOW_BYTES, start);
  const text = buffer.toString('latin1', 0, bytesRead);
  const begins = position === 0 ? 0 : text.indexOf('\n') + 1;
  if (position > 0 && begins === 0) return null;
  return { at: start + begins, hash: text.slice(begins, begins + HASH_LENGTH) };
}
