import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

/** `manifest.json` of a backup, in a folder named by its time, beside the files of all backups. */
export interface Manifest {
  format: 1;
  /** The release that made it. */
  version: string;
  /** The migrations applied to its tables, in order. */
  migrations: string[];
  /** The moment of the snapshot, by the database's clock. */
  taken_at: string;
  tables: BackedUpTable[];
  /** The last value of each sequence that has been used. */
  sequences: Record<string, number>;
  /** Number of emails in the queue. */
  emails: number;
  /** Number of pictures and documents. */
  files: number;
}

export interface BackedUpTable {
  name: string;
  columns: string[];
  rows: number;
  /** Of the compressed file, in hexadecimal. */
  sha256: string;
}

export const MANIFEST = 'manifest.json';
/** One email per line: id, data, priority. */
export const EMAILS = 'emails.ndjson.gz';
/** One path per line of a picture's or document's file, in `FILES_FOLDER` beside the backups. */
export const FILES = 'files.txt.gz';
/** Stored files never change, so all backups share one copy of each. */
export const FILES_FOLDER = 'files';

export const tableFile = (name: string) => `${name}.copy.gz`;

/** @throws StartError if the folder has no complete backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new StartError(`${folder} holds no whole backup: ${MANIFEST} is not there.`);
  });
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1) throw new StartError(`${folder} was made by a newer release.`);
  return manifest;
}
