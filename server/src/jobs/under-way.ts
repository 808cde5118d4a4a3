/** How many of something are under way in a node; all of its threads see it. */
export type UnderWay = Int32Array<SharedArrayBuffer>;

export const nothingUnderWay = (): UnderWay => new Int32Array(new SharedArrayBuffer(4));

/** Does it, counted. */
export async function countWhile<T>(underWay: UnderWay, work: () => Promise<T>): Promise<T> {
  Atomics.add(underWay, 0, 1);
  try {
    return await work();
  } finally {
    if (Atomics.sub(underWay, 0, 1) === 1) Atomics.notify(underWay, 0);
  }
}

/** Resolves when nothing is under way, or after so long. */
export async function whenNone(underWay: UnderWay, patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const count = Atomics.load(underWay, 0);
    const leftMs = until - performance.now();
    if (count === 0 || leftMs <= 0) return;
    await Atomics.waitAsync(underWay, 0, count, leftMs).value;
  }
}
