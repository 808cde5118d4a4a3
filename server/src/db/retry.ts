import { setTimeout as pause } from 'node:timers/promises';

/** A transaction that read data which another has changed since; `retryOvertaken` runs it again. */
export class Overtaken extends Error {
  /** PostgreSQL's code of a serialization failure. */
  readonly code = '40001';
}

/** A deadlock that ended this transaction, or a serialization failure: nothing was written. */
const OVERTAKEN = /^(40P01|40001)$/;

/** A transaction that is retried at once can take the lock that the other waits for, and deadlock again. */
const PAUSE_MS = 50;

/** Runs a transaction. Retries it once, after a pause, if it failed because of a concurrent one. */
export async function retryOvertaken<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!OVERTAKEN.test((error as { code?: string }).code ?? '')) throw error;
    await pause(PAUSE_MS);
    return run();
  }
}
