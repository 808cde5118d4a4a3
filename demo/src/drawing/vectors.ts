/** A point or direction in metres: x towards the front of the vehicle, y towards its left, z up. */
export type Vec = readonly [x: number, y: number, z: number];

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec, k: number): Vec => [a[0] * k, a[1] * k, a[2] * k];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vec): number => Math.hypot(a[0], a[1], a[2]);
export const normalise = (a: Vec): Vec => scale(a, 1 / (length(a) || 1));

export const clamp = (value: number, low: number, high: number): number =>
  value < low ? low : Math.min(value, high);
export const mix = (a: number, b: number, k: number): number => a + (b - a) * k;
/** 0 below `from`, 1 above `to`, an S between them. `from` may be the larger one. */
export function smoothstep(from: number, to: number, value: number): number {
  const k = clamp((value - from) / (to - from), 0, 1);
  return k * k * (3 - 2 * k);
}

/** Monotone-looking curve through points sorted by x (smoothed between neighbours). */
export function curveThrough(points: readonly (readonly [number, number])[]) {
  const slopes = points.map((point, i) => {
    const before = points[Math.max(0, i - 1)] ?? point;
    const after = points[Math.min(points.length - 1, i + 1)] ?? point;
    return (after[1] - before[1]) / (after[0] - before[0] || 1);
  });
  return (x: number): number => {
    const last = points.length - 1;
    if (x <= points[0]![0]) return points[0]![1];
    if (x >= points[last]![0]) return points[last]![1];
    let i = 0;
    while (x > points[i + 1]![0]) i++;
    const [x0, y0] = points[i]!;
    const [x1, y1] = points[i + 1]!;
    const w = x1 - x0;
    const t = (x - x0) / w;
    const t2 = t * t;
    const t3 = t2 * t;
    return (
      (2 * t3 - 3 * t2 + 1) * y0 +
      (t3 - 2 * t2 + t) * w * slopes[i]! +
      (3 * t2 - 2 * t3) * y1 +
      (t3 - t2) * w * slopes[i + 1]!
    );
  };
}
