import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

/** In hex, as the file has it. SHA-1 because the list has no other: nothing is guarded by it. */
const HASH_LENGTH = 40;
/** More than a line and the end of the one before it: the hash, a colon, how often it was seen. */
const WINDOW_BYTES = 160;

/**
 * Looks passwords up in a file as «Pwned Passwords» is given out: a line for each, its SHA-1 in upper-case hex first,
 * sorted by it. The file may be larger than memory: it is halved, some 35 times, and no password leaves the machine.
 * Null: none is known to have leaked. What is wrong with the file is thrown, so that nothing is let through unseen.
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
  // Its line, if it has one, begins at `from` or later, and before `to`.
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const line = await lineFrom(list, middle);
    if (line === null || line.at >= to || line.hash > hash) to = middle;
    else if (line.hash === hash) return true;
    else from = line.at + HASH_LENGTH;
  }
  return false;
}

/** The first line that begins at `position` or later; null behind the last. */
async function lineFrom(list: FileHandle, position: number) {
  const start = Math.max(0, position - 1);
  const { bytesRead, buffer } = await list.read(Buffer.alloc(WINDOW_BYTES), 0, WINDOW_BYTES, start);
  const text = buffer.toString('latin1', 0, bytesRead);
  const begins = position === 0 ? 0 : text.indexOf('\n') + 1;
  if (position > 0 && begins === 0) return null;
  return { at: start + begins, hash: text.slice(begins, begins + HASH_LENGTH) };
}
