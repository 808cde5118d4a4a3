/** Opens so many slots: each work waits for one, in the order of their coming. */
export function openSlots(count: number): (work: () => Promise<void>) => Promise<void> {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
