/** Bars of equal width on an axis: `start` is the position of the first, `step` the distance between two. */
export interface Band {
  start: number;
  step: number;
  width: number;
}

/** Spreads `count` bars between two positions. `padding` is the gap as a share of the step, also before the first bar. */
export function spreadBars(count: number, from: number, to: number, padding: number): Band {
  const step = (to - from) / (count + padding);
  return { start: from + step * padding, step, width: step * (1 - padding) };
}

/** The ticks of an axis from 0: about `count` round steps, the last at or above `most`. `most` is above 0. */
export function roundTicks(most: number, count: number): number[] {
  const power = 10 ** Math.floor(Math.log10(most / count));
  const error = most / count / power;
  const factor =
    error >= Math.sqrt(50) ? 10 : error >= Math.sqrt(10) ? 5 : error >= Math.sqrt(2) ? 2 : 1;
  const step = factor * power;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
}
