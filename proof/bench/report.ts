import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Result } from './results.ts';

/** When and where a result was measured. */
export interface Run {
  /** ISO date in UTC. */
  day: string;
  /** Short; with `-dirty` if files were changed. */
  commit: string;
  processors: number;
  /** Load average over the minute before the row started. */
  load: number;
}

interface Kept extends Result {
  row: string;
  run: Run;
}

const FOLDER = import.meta.dirname;
const HEAD = ['', 'measured', 'baseline', 'ratio', 'goal', ''];

export function describeRun(): Run {
  return {
    day: new Date().toISOString().slice(0, 10),
    commit: findCommit(),
    processors: cpus().length,
    load: Math.round(loadavg()[0]! * 10) / 10,
  };
}

function findCommit(): string {
  const args = ['describe', '--always', '--dirty', '--exclude=*'];
  try {
    return execFileSync('git', args, { encoding: 'utf8', cwd: FOLDER }).trim();
  } catch {
    return 'unknown';
  }
}

function cellsOf({ name, value, unit, spread, baseline, ratio, goal, isMet }: Result): string[] {
  return [
    name,
    `${format(value)} ${unit}${spread ? ` (${spread.map(format).join('–')})` : ''}`,
    baseline === null ? '–' : `${format(baseline)} ${unit}`,
    ratio === null ? '–' : format(ratio),
    goal,
    isMet ? 'met' : 'MISSED',
  ];
}

function format(figure: number): string {
  return figure.toLocaleString('en');
}

/** The results as a table for the terminal. */
export function formatTable(results: Result[]): string {
  const rows = [HEAD, ...results.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) => `  ${row.map((cell, n) => cell.padEnd(widths[n]!)).join('  ')}`.trimEnd())
    .join('\n');
}

/** Replaces the row's earlier results by these. */
export function keep(row: string, run: Run, results: Result[], folder = FOLDER): void {
  const names = new Set(results.map(({ name }) => name));
  const others = readKept(folder).filter((kept) => kept.row !== row || !names.has(kept.name));
  const all = [...others, ...results.map((result) => ({ ...result, row, run }))];
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(all, null, 2)}\n`);
}

function readKept(folder: string): Kept[] {
  const file = join(folder, 'results.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

/** Writes README.md from the results that are kept. */
export function writeReport(folder = FOLDER): void {
  const kept = readKept(folder);
  const met = kept.filter(({ isMet }) => isMet);
  const runs = Map.groupBy(
    kept,
    ({ run }) => `${run.day}, commit ${run.commit}, ${run.processors} processors`,
  );
  const lines = [HEAD, HEAD.map(() => '---'), ...kept.map(cellsOf)].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );
  const text = `# Benchmark

Written by \`npm run bench\`. Each figure is the median of its rounds, with the least and the most. The baseline runs in
turn with it, in the same run on the same machine: the ratio is what counts. Results are checked: every accepted bid is in the
database, every email arrives once, every socket gets each message once, lists show the rows that plain SQL finds.

${[...runs.keys()].map((run) => `Measured ${run}.`).join(' ')} ${met.length} of ${kept.length} goals are met.

${lines.join('\n')}
`;
  writeFileSync(join(folder, 'README.md'), text);
  console.log(`\n  ${join(folder, 'README.md')} is written`);
}
