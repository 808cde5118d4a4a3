/** One measurement, against its baseline where it has one. */
export interface Result {
  /** Unique among all rows. */
  name: string;
  /** Median of the rounds. */
  value: number;
  unit: string;
  /** The minimum and maximum of the rounds; null for a single round. */
  spread: [least: number, most: number] | null;
  /** Median, in the same unit; null without a baseline. */
  baseline: number | null;
  /** Value divided by baseline: the median over the rounds, so that load from elsewhere cancels out. */
  ratio: number | null;
  goal: string;
  isMet: boolean;
}

/** A bound on the ratio to the baseline, with a constant in the value's unit that is allowed on top. */
export type RatioGoal = { atLeast: number } | { atMost: number; plus?: number };

/** Compares rounds with the baseline's rounds. Both have one value per round, measured in turn. */
export function compare(
  name: string,
  unit: string,
  values: number[],
  baselines: number[],
  goal: RatioGoal,
): Result {
  const ratio = median(values.map((value, round) => value / baselines[round]!));
  const plus = 'plus' in goal ? goal.plus! : 0;
  const corrected = median(values.map((value, round) => (value - plus) / baselines[round]!));
  return {
    ...limit(name, unit, values, 0),
    baseline: rounded(median(baselines)),
    ratio: rounded(ratio),
    goal:
      'atLeast' in goal
        ? `≥ ${goal.atLeast} ×`
        : `≤ ${goal.atMost} ×${plus > 0 ? ` + ${plus} ${unit}` : ''}`,
    isMet: 'atLeast' in goal ? ratio >= goal.atLeast : corrected <= goal.atMost,
  };
}

/** A bound on the median of the rounds. */
export function limit(name: string, unit: string, values: number[], atMost: number): Result {
  const value = median(values);
  return {
    name,
    value: rounded(value),
    unit,
    spread: values.length < 2 ? null : [rounded(Math.min(...values)), rounded(Math.max(...values))],
    baseline: null,
    ratio: null,
    goal: `≤ ${atMost} ${unit}`,
    isMet: value <= atMost,
  };
}

/** The result that is furthest from its goal, under a common name. All have the same goal on their ratio or value. */
export function worst(name: string, results: Result[]): Result {
  const slowest = results.toSorted((a, b) => (b.ratio ?? b.value) - (a.ratio ?? a.value))[0]!;
  return {
    ...slowest,
    name: `${name}; slowest: ${slowest.name}`,
    isMet: results.every((r) => r.isMet),
  };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function rounded(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 100) / 100;
}
