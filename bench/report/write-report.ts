import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderReport } from './render-report.ts';
import { readStored } from './stored-results.ts';

const FOLDER = join(import.meta.dirname, '..');

/** Writes `bench/README.md` and its charts anew from all that is kept. */
export async function writeReport(): Promise<void> {
  const results = readStored();
  if (results.length === 0) throw new Error('Nothing has been measured yet.');
  await rm(join(FOLDER, 'charts'), { recursive: true, force: true });
  await mkdir(join(FOLDER, 'charts'));
  for (const [file, text] of renderReport(results)) await writeFile(join(FOLDER, file), text);
  console.log('\n  bench/README.md and bench/charts are written');
}
