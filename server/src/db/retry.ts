/** A transaction that read what another has changed by now: it is done again (`retryOvertaken`). */
export class Overtaken extends Error {
  /** As PostgreSQL calls a serialization failure. */
  readonly code = '40001';
}

/** A deadlock, of which PostgreSQL has ended this one, and a serialization failure: nothing is written. */
const OVERTAKEN = /^(40P01|40001)$/;

/** Runs a transaction, and once more when another has overtaken it. */
export async function retryOvertaken<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!OVERTAKEN.test((error as { code?: string }).code ?? '')) throw error;
    return run();
  }
}
