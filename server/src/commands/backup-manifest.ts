import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

/** What a backup is: `manifest.json` in a folder named by its time, beside the files of all backups. */
export interface Manifest {
  format: 1;
  /** The release that made it. */
  version: string;
  /** The migrations that its tables had had, the last at the end. */
  migrations: string[];
  /** The one moment that all of it is of, by the database's clock. */
  taken_at: string;
  tables: BackedUpTable[];
  /** The last value of each sequence that has given one. */
  sequences: Record<string, number>;
  /** Emails that waited to be sent. */
  emails: number;
  /** Pictures and documents. */
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
/** Each line an email: id, data, priority. */
export const EMAILS = 'emails.ndjson.gz';
/** Each line the path of a picture's or document's file, below `FILES_FOLDER` beside the backups. */
export const FILES = 'files.txt.gz';
/** What is stored is never changed, so that each file is kept once for all backups. */
export const FILES_FOLDER = 'files';

export const tableFile = (name: string) => `${name}.copy.gz`;

/** @throws StartError when there is no whole backup in the folder. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new StartError(`${folder} holds no whole backup: ${MANIFEST} is not there.`);
  });
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1) throw new StartError(`${folder} was made by a newer release.`);
  return manifest;
}
