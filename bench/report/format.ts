import type { Result, Spread } from './results.ts';

/** What is printed of a result, and written of it in the report. */
export interface Row {
  name: string;
  measured: string;
  baseline: string;
  ratio: string;
  goal: string;
  verdict: string;
}

export function formatResult(result: Result): Row {
  const { name, value, unit, baseline, ratio, goal, pass } = result;
  const of = (figure: number | null, spread: Spread | null, its = '') =>
    figure === null ? '–' : `${formatNumber(figure)}${its && ` ${its}`}${between(spread)}`;
  return {
    name,
    measured: of(value, result.spread, unit),
    baseline: of(baseline, result.baseline_spread, unit),
    ratio: of(ratio, result.ratio_spread),
    goal: goal ?? '–',
    verdict: goal === null ? '' : pass ? 'met' : 'MISSED',
  };
}

const between = (spread: Spread | null) =>
  spread ? ` (${spread.map(formatNumber).join('–')})` : '';

/** Thousands apart, so that `1,000,000` is read at once. */
export function formatNumber(figure: number): string {
  return figure.toLocaleString('en');
}

/** The results as a table for the terminal. */
export function formatTable(results: Result[]): string {
  const head = { name: '', measured: 'measured', baseline: 'baseline', ratio: 'ratio' };
  const rows = [{ ...head, goal: 'goal', verdict: '' }, ...results.map(formatResult)].map((row) =>
    Object.values(row),
  );
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!),
    ),
  );
  return lines.map((cells) => `  ${cells.join('  ')}`.trimEnd()).join('\n');
}
