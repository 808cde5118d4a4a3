import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, 'times.json');
/** Shorter files may run in any order. */
const LONG_S = 10;

/** The test files that take long, and their times in seconds in the run that saved them. */
export const TIMES: Record<string, number> = JSON.parse(readFileSync(FILE, 'utf8'));

/** Sorts test files so that the longest start first and none is left running alone at the end. */
export function longestFirst(files: readonly string[]): string[] {
  return files.toSorted((a, b) => (TIMES[b] ?? 0) - (TIMES[a] ?? 0));
}

/** Saves the times of files that take long, in seconds; files that did not run keep theirs. */
export function saveTimes(times: Record<string, number>): void {
  const long = Object.entries({ ...TIMES, ...times })
    .filter(([, seconds]) => seconds >= LONG_S)
    .map(([file, seconds]) => [file, Math.round(seconds)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`);
}
