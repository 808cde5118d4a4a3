/** A stream of numbers in [0, 1) that the seed alone decides. */
export type Random = () => number;

/** The mulberry32 generator: small, and good enough for pictures. */
export function makeRandom(seed: number): Random {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const between = (random: Random, low: number, high: number): number =>
  low + random() * (high - low);
export const pick = <T>(random: Random, choices: readonly T[]): T =>
  choices[Math.floor(random() * choices.length)]!;

function hash(x: number, y: number, z: number): number {
  let h = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(z, 2147483647);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 2147483648 - 1;
}

/** Smooth noise in space, −1 to 1, about one wave a unit. */
export function noise(x: number, y: number, z = 0): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const iz = Math.floor(z);
  const fx = x - ix;
  const fy = y - iy;
  const fz = z - iz;
  const u = fx * fx * (3 - 2 * fx);
  const v = fy * fy * (3 - 2 * fy);
  const w = fz * fz * (3 - 2 * fz);
  const row = (dy: number, dz: number) => {
    const a = hash(ix, iy + dy, iz + dz);
    return a + (hash(ix + 1, iy + dy, iz + dz) - a) * u;
  };
  const near = row(0, 0) + (row(1, 0) - row(0, 0)) * v;
  const far = row(0, 1) + (row(1, 1) - row(0, 1)) * v;
  return near + (far - near) * w;
}
