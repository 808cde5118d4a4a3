import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { readConfig } from '../config.ts';
import { openStore, type Store } from '../media/store.ts';
import { VERSION } from '../release.ts';
import { StartError } from '../start-error.ts';
import { backUpDatabase } from './backup-database.ts';
import { FILES, FILES_FOLDER, MANIFEST, type Manifest } from './backup-manifest.ts';
import type { Command } from './base/command.ts';
import { recordRun } from './record-run.ts';

/** Suffix of a backup in progress, or one that was interrupted. */
const UNFINISHED = '.unfinished';

export const backup: Command = {
  summary: 'write a consistent backup of database, pictures and documents',
  help: `Runs while bids continue. Each backup is a folder named by its time. Pictures and documents never change, so
all backups share one copy in ${FILES_FOLDER}/. Keep the folder on another machine. It does not contain SECRET: store that elsewhere.
--keep keeps that number of the newest backups, and removes older ones and the files that none of the kept needs.`,
  arguments: { usage: '<folder> [--keep <number>]', least: 1, most: 1 },
  options: { keep: { type: 'string' } },
  async run({ args, options, isDry, env, print }) {
    const keep = options.keep === undefined ? Infinity : Number(options.keep);
    if (!(keep >= 1)) throw new StartError('--keep must be a number from 1.');
    const config = readConfig(env);
    const root = args[0]!;
    const store = await openStore(config);
    if (isDry) {
      print(`It would be written below ${root}.`);
      return 0;
    }
    await mkdir(root, { recursive: true, mode: 0o700 });
    const name = new Date().toISOString().slice(0, 19).replaceAll(':', '');
    const unfinished = join(root, `${name}${UNFINISHED}`);
    await mkdir(unfinished, { mode: 0o700 });
    const database = await backUpDatabase(config.ownerUrl, unfinished);
    // Copied after the database, so that every file that the database refers to is included.
    const files = await copyFiles(store, root, unfinished);
    const manifest: Manifest = { format: 1, version: VERSION, ...database, files };
    await writeFile(join(unfinished, MANIFEST), JSON.stringify(manifest, null, 2));
    await rename(unfinished, join(root, name));
    await recordRun(config.ownerUrl, 'backup');
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    print(`${join(root, name)}: ${rows} rows, ${files} files, as of ${manifest.taken_at}.`);
    const removed = await removeOld(root, keep);
    if (removed > 0) print(`Older backups removed: ${removed}.`);
    return 0;
  },
};

/** Copies the files that no backup has yet, and writes the list of all. Returns the number of all. */
async function copyFiles(store: Store, root: string, folder: string): Promise<number> {
  const list = createGzip();
  const written = pipeline(list, createWriteStream(join(folder, FILES)));
  let count = 0;
  for await (const path of store.list()) {
    const to = join(root, FILES_FOLDER, path);
    if (!(await exists(to))) {
      const file = await store.open(path);
      // An upload that was removed meanwhile.
      if (!file) continue;
      await mkdir(dirname(to), { recursive: true });
      await pipeline(file, createWriteStream(`${to}${UNFINISHED}`));
      await rename(`${to}${UNFINISHED}`, to);
    }
    list.write(`${path}\n`);
    count++;
  }
  list.end();
  await written;
  return count;
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Removes unfinished backups, all but the newest complete ones, and files that no remaining backup refers to. */
async function removeOld(root: string, keep: number): Promise<number> {
  if (keep === Infinity) return 0;
  const all = (await readdir(root)).filter((name) => /^\d{4}-\d\d-\d\dT\d{6}/.test(name)).sort();
  const complete = all.filter((name) => !name.endsWith(UNFINISHED));
  const kept = new Set(complete.slice(-keep));
  for (const name of all.filter((one) => !kept.has(one)))
    await rm(join(root, name), { recursive: true });
  const used = new Set<string>();
  for (const name of kept) for await (const path of readFiles(join(root, name))) used.add(path);
  const files = await readdir(join(root, FILES_FOLDER), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  for (const file of files) {
    const path = join(file.parentPath, file.name);
    if (file.isFile() && !used.has(path.slice(join(root, FILES_FOLDER).length + 1))) await rm(path);
  }
  return complete.length - kept.size;
}

/** The paths of a backup's pictures and documents. */
export function readFiles(folder: string): AsyncIterable<string> {
  const text = createReadStream(join(folder, FILES)).pipe(createGunzip());
  return createInterface({ input: Readable.from(text) });
}
