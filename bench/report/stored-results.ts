import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Result } from './results.ts';

/** When and on what a result was measured. */
export interface Run {
  /** ISO, in UTC. */
  measured_at: string;
  /** Short; with `-dirty` when files were changed. */
  commit: string;
  processors: number;
  /** How many processes wanted a processor when the row began, over a minute. */
  load: number;
}

/** A result as it is kept: with the row of `npm run bench` that measured it. */
export interface Stored extends Result {
  row: string;
  run: Run;
}

const FILE = join(import.meta.dirname, '../results.json');

export function describeRun(): Run {
  return {
    measured_at: new Date().toISOString(),
    commit: findCommit(),
    processors: cpus().length,
    load: Math.round(loadavg()[0]! * 10) / 10,
  };
}

function findCommit(): string {
  const args = ['describe', '--always', '--dirty', '--exclude=*'];
  try {
    return execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim();
  } catch {
    return 'unknown';
  }
}

/** What all runs so far have found, the latest of each name. */
export function readStored(file = FILE): Stored[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Stored[]) : [];
}

/** Writes what a row found in place of what earlier runs found by the same names; the rest stays. */
export function store(row: string, run: Run, results: Result[], file = FILE): void {
  const names = new Set(results.map(({ name }) => name));
  const kept = readStored(file).filter(({ name }) => !names.has(name));
  const all = [...kept, ...results.map((result) => ({ ...result, row, run }))];
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
}
