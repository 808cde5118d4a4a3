import { refuse } from './domain-error.ts';

/** By the name of a unique constraint or index: the field and its error. */
export type Unique = Record<string, [field: string, sentence: string]>;

/** Violations of a unique index and of an exclusion constraint. */
const TAKEN = ['23505', '23P01'];

/** Runs `work`; a unique value that is taken becomes an error at its field. */
export async function unlessTaken<T>(unique: Unique, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    const taken = TAKEN.includes(code ?? '') && constraint ? unique[constraint] : undefined;
    throw taken ? refuse.field(...taken) : error;
  }
}
