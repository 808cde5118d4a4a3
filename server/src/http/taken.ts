import { refuse } from './domain-error.ts';

/** By the database's name of what keeps a value unique: the field that it is about, and what to say when it is taken. */
export type Unique = Record<string, [field: string, sentence: string]>;

/** Of an index, or of a constraint that compares rows. */
const TAKEN = ['23505', '23P01'];

/** Does a piece of work; a value that must be unique and is taken becomes an error at its field. */
export async function unlessTaken<T>(unique: Unique, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    const taken = TAKEN.includes(code ?? '') && constraint ? unique[constraint] : undefined;
    throw taken ? refuse.field(...taken) : error;
  }
}
