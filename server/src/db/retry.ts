/** A transaction that read data which another has changed since; `retryOvertaken` runs it again. */
export class Overtaken extends Error {
  /** PostgreSQL's code of a serialization failure. */
  readonly code = '40001';
}

/** A deadlock that ended this transaction, or a serialization failure: nothing was written. */
const OVERTAKEN = /^(40P01|40001)$/;

/** Runs a transaction, and once more if another has overtaken it. */
export async function retryOvertaken<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!OVERTAKEN.test((error as { code?: string }).code ?? '')) throw error;
    return run();
  }
}
