import { limit, type Result } from '../bench/results.ts';

export type { Result };

/** One measurement that must be at most `most`. */
export function atMost(name: string, value: number, most: number, unit: string): Result {
  return limit(name, unit, [value], most);
}

/** The 99th percentile. */
export function p99(times_ms: number[]): number {
  const sorted = times_ms.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0);
}

/** Prints the counts of a run. */
export function printCounts(counts: object): void {
  console.log();
  for (const [name, value] of Object.entries(counts)) {
    const shown = typeof value === 'object' ? JSON.stringify(value) : String(value);
    console.log(`    ${name.replaceAll('_', ' ').padEnd(22)} ${shown.padStart(8)}`);
  }
}

/** The worst result of each name. */
export function worstOf(results: Result[]): Result[] {
  return [...Map.groupBy(results, ({ name }) => name).values()].map((same) =>
    same.reduce((worst, one) => (one.value > worst.value ? one : worst)),
  );
}
