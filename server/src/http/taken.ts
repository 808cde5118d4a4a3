import { refuse } from './refusal.ts';

/** By the database's name of a unique index: the field that it is about, and what to say when it is taken. */
export type Unique = Record<string, [field: string, sentence: string]>;

const UNIQUE_VIOLATION = '23505';

/** Does a piece of work; a value that must be unique and is taken becomes a refusal at its field. */
export async function unlessTaken<T>(unique: Unique, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    const taken = code === UNIQUE_VIOLATION && constraint ? unique[constraint] : undefined;
    throw taken ? refuse.field(...taken) : error;
  }
}
