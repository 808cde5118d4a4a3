import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One measurement against its goal. */
export interface Result {
  name: string;
  value: number;
  unit: string;
  goal: string;
  pass: boolean;
}

const FILE = join(import.meta.dirname, 'reliability.json');

/** A measurement that must not be more than `most`. */
export function atMost(name: string, value: number, most: number, unit: string): Result {
  return { name, value, unit, goal: `≤ ${most}${unit && ` ${unit}`}`, pass: value <= most };
}

/** The time that 99 of 100 take at most. */
export function p99(times_ms: number[]): number {
  const sorted = times_ms.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0);
}

/** Prints what a run counted beside its measurements. */
export function printCounts(counts: object): void {
  console.log();
  for (const [name, value] of Object.entries(counts)) {
    const shown = typeof value === 'object' ? JSON.stringify(value) : String(value);
    console.log(`    ${name.replaceAll('_', ' ').padEnd(22)} ${shown.padStart(8)}`);
  }
}

export function printResults(results: Result[]): void {
  for (const { name, value, unit, goal, pass } of results) {
    const shown = `${value} ${unit}`.padStart(12);
    console.log(`  ${pass ? ' ' : '✖'} ${name.padEnd(62)} ${shown}   (goal ${goal})`);
  }
}

/** Of several runs the worst of each measurement. */
export function worstOf(runs: Result[][]): Result[] {
  return [...Map.groupBy(runs.flat(), ({ name }) => name).values()].map((same) =>
    same.reduce((worst, one) =>
      one.pass !== worst.pass ? (one.pass ? worst : one) : one.value > worst.value ? one : worst,
    ),
  );
}

/** Writes results in place of what earlier runs found for the same names. */
export async function keepResults(results: Result[]): Promise<void> {
  const before = await readFile(FILE, 'utf8').then(
    (text) => JSON.parse(text) as Result[],
    () => [],
  );
  const kept = before.filter(({ name }) => !results.some((one) => one.name === name));
  await writeFile(FILE, `${JSON.stringify([...kept, ...results], null, 2)}\n`);
}
