/** One measurement, against its baseline where it has one. */
export interface Result {
  /** No two of all rows have the same. */
  name: string;
  value: number;
  unit: string;
  /** Least and most of the rounds; null of a single one. */
  spread: Spread | null;
  /** In the same unit; null where there is nothing to compare with. */
  baseline: number | null;
  baseline_spread: Spread | null;
  /** Value by baseline, round by round; the median, so that a neighbour's load falls out. */
  ratio: number | null;
  ratio_spread: Spread | null;
  /** Null: measured for its chart alone. */
  goal: string | null;
  pass: boolean;
  /** Of which size what grows is, and where it is drawn: a chart (`charts.ts`; null: none) and its panel. */
  at?: { chart: string | null; panel: string; size: number };
}

export type Spread = [least: number, most: number];

export type Goal = { atLeast: number } | { atMost: number };

/** A goal on the ratio to a baseline; both as measured in each round. */
export function compare(
  name: string,
  unit: string,
  values: number[],
  baselines: number[],
  goal: Goal | null,
): Result {
  const ratios = values.map((value, round) => value / baselines[round]!);
  const ratio = median(ratios);
  return {
    name,
    value: rounded(median(values)),
    unit,
    spread: spreadOf(values),
    baseline: rounded(median(baselines)),
    baseline_spread: spreadOf(baselines),
    ratio: rounded(ratio),
    ratio_spread: spreadOf(ratios),
    goal: goal && `${formatGoal(goal)} ×`,
    pass: meets(ratio, goal),
  };
}

/** A goal on the value itself, which a number is the most of: of one measurement, or the median of several. */
export function limit(
  name: string,
  unit: string,
  measured: number | number[],
  goal: number | Goal | null,
): Result {
  const values = [measured].flat();
  const value = median(values);
  const bound = typeof goal === 'number' ? { atMost: goal } : goal;
  return {
    name,
    value: rounded(value),
    unit,
    spread: spreadOf(values),
    baseline: null,
    baseline_spread: null,
    ratio: null,
    ratio_spread: null,
    goal: bound && `${formatGoal(bound)} ${unit}`.trim(),
    pass: meets(value, bound),
  };
}

/** The result as a point of a panel of a chart, or as one of many sizes that are not drawn. */
export function plot(result: Result, chart: string | null, panel: string, size: number): Result {
  return { ...result, at: { chart, panel, size } };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function formatGoal(goal: Goal): string {
  return 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
}

function meets(figure: number, goal: Goal | null): boolean {
  if (goal === null) return true;
  return 'atLeast' in goal ? figure >= goal.atLeast : figure <= goal.atMost;
}

function spreadOf(values: number[]): Spread | null {
  return values.length < 2 ? null : [rounded(Math.min(...values)), rounded(Math.max(...values))];
}

function rounded(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 100) / 100;
}
