/** Sends what has to be sent as the current user. The promise resolves when it is answered. */
type Finish = () => Promise<unknown>;

const finishing = new Set<Finish>();

/** Calls `finish` before the user logs out. Returns a function that removes it. */
export function beforeLogOut(finish: Finish): () => void {
  finishing.add(finish);
  return () => {
    finishing.delete(finish);
  };
}

/** Starts all that must be sent before the session ends. Resolves when all is answered, or has failed. */
export async function finishBeforeLogOut(): Promise<void> {
  await Promise.allSettled([...finishing].map((finish) => finish()));
}
