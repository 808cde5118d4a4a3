import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One measurement against its baseline. */
export interface Result {
  name: string;
  value: number;
  unit: string;
  /** In the same unit; null where there is nothing to compare with. */
  baseline: number | null;
  /** Value by baseline, round by round; the median, so that a neighbour's load falls out. */
  ratio: number | null;
  goal: string;
  pass: boolean;
}

/** A goal on the ratio to a baseline; both as measured in each round. */
export function compare(
  name: string,
  unit: string,
  values: number[],
  baselines: number[],
  goal: { atLeast: number } | { atMost: number },
): Result {
  const ratio = median(values.map((value, round) => value / baselines[round]!));
  return {
    name,
    value: rounded(median(values)),
    unit,
    baseline: rounded(median(baselines)),
    ratio: Math.round(ratio * 100) / 100,
    goal: 'atLeast' in goal ? `≥ ${goal.atLeast} ×` : `≤ ${goal.atMost} ×`,
    pass: 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost,
  };
}

/** A goal on the value itself. */
export function limit(name: string, unit: string, value: number, atMost: number): Result {
  const goal = `≤ ${atMost} ${unit}`;
  return {
    name,
    value: rounded(value),
    unit,
    baseline: null,
    ratio: null,
    goal,
    pass: value <= atMost,
  };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Prints the table, and writes `results.json` beside this file. */
export function report(results: Result[]): void {
  const rows = [
    ['', 'measured', 'baseline', 'ratio', 'goal', ''],
    ...results.map((one) => [
      one.name,
      `${one.value} ${one.unit}`,
      one.baseline === null ? '–' : `${one.baseline} ${one.unit}`,
      one.ratio === null ? '–' : `${one.ratio}`,
      one.goal,
      one.pass ? 'met' : 'MISSED',
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  console.log();
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!),
    );
    console.log(`  ${cells.join('  ')}`);
  }
  console.log();
  const file = join(import.meta.dirname, 'results.json');
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

function rounded(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 100) / 100;
}
