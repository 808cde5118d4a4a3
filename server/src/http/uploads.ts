import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file of a form, on this machine's disk for as long as its call takes. */
export interface Upload {
  field: string;
  name: string;
  path: string;
  /** In bytes. */
  size: number;
  sha256: string;
}

const PREFIX = 'restvarde-uploads-';

/** Of this process. In a container that was started again, the one before had the same number. */
const own = new Set<string>();

/**
 * A folder of this node for what is uploaded; it goes when the node stops. Those of nodes that were killed go when
 * the next begins.
 */
export async function openUploadFolder(): Promise<string> {
  await removeLeft();
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  own.add(folder);
  return folder;
}

/** What cannot be removed is somebody else's, and stays. */
async function removeLeft(): Promise<void> {
  const left = (await readdir(tmpdir())).filter((name) => {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid === undefined || own.has(join(tmpdir(), name))) return false;
    return Number(pid) === process.pid || !isAlive(Number(pid));
  });
  await Promise.all(
    left.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {})),
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

let count = 0;

/** Writes a file as it comes, so that no more of it than a piece is ever in memory. Leaves nothing when it fails. */
export async function storeUpload(
  folder: string,
  file: AsyncIterable<Buffer> | Readable,
): Promise<Pick<Upload, 'path' | 'size' | 'sha256'>> {
  // Where containers share a temporary folder, each may take the other's for one that was left.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, String(count++));
  const digest = createHash('sha256');
  let size = 0;
  async function* read(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      digest.update(piece);
      size += piece.length;
      yield piece;
    }
  }
  try {
    await pipeline(file, read, createWriteStream(path));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { path, size, sha256: digest.digest('hex') };
}

/** Lets go of what a call has brought along. */
export async function discardUploads(uploads: Pick<Upload, 'path'>[]): Promise<void> {
  await Promise.all(uploads.map(({ path }) => rm(path, { force: true })));
}
