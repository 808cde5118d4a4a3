/** A count of running work, shared by the node's threads. */
export type UnderWay = Int32Array<SharedArrayBuffer>;

export const nothingUnderWay = (): UnderWay => new Int32Array(new SharedArrayBuffer(4));

/** Counts while `work` runs. */
export async function countWhile<T>(underWay: UnderWay, work: () => Promise<T>): Promise<T> {
  Atomics.add(underWay, 0, 1);
  try {
    return await work();
  } finally {
    if (Atomics.sub(underWay, 0, 1) === 1) Atomics.notify(underWay, 0);
  }
}

/** Resolves when the count is zero, or after `patienceMs`. */
export async function whenNone(underWay: UnderWay, patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const count = Atomics.load(underWay, 0);
    const leftMs = until - performance.now();
    if (count === 0 || leftMs <= 0) return;
    await Atomics.waitAsync(underWay, 0, count, leftMs).value;
  }
}
