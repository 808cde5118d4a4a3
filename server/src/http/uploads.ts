import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file of a form, on disk until its request is answered. */
export interface Upload {
  field: string;
  name: string;
  path: string;
  /** In bytes. */
  size: number;
  sha256: string;
}

const PREFIX = 'restvarde-uploads-';

/** Folders of this process. A restarted container may have the same process id as before. */
const own = new Set<string>();

/** Creates a node's upload folder, which is removed when it stops. Removes folders left by killed nodes. */
export async function openUploadFolder(): Promise<string> {
  await removeLeft();
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  own.add(folder);
  return folder;
}

/** Removes what it may; the rest belongs to others. */
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

/** Streams a file to disk, so that memory holds one piece at a time. Leaves nothing if it fails. */
export async function storeUpload(
  folder: string,
  file: AsyncIterable<Buffer> | Readable,
): Promise<Pick<Upload, 'path' | 'size' | 'sha256'>> {
  // Containers that share a temporary folder may remove each other's.
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

/** Deletes the files of a request. */
export async function discardUploads(uploads: Pick<Upload, 'path'>[]): Promise<void> {
  await Promise.all(uploads.map(({ path }) => rm(path, { force: true })));
}
