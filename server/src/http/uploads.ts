import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
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

/** A folder of this node for what is uploaded; it goes when the node stops. */
export function openUploadFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'restvarde-uploads-'));
}

let count = 0;

/** Writes a file as it comes, so that no more of it than a piece is ever in memory. Leaves nothing when it fails. */
export async function storeUpload(
  folder: string,
  file: AsyncIterable<Buffer> | Readable,
): Promise<Pick<Upload, 'path' | 'size' | 'sha256'>> {
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
