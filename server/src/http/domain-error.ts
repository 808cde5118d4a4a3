import {
  SECOND_FACTOR_ERROR,
  SECOND_FACTOR_SENTENCE,
} from '@restvarde/contract/auth/second-factor';
import { type ErrorBody, SENTENCE } from '@restvarde/contract/errors';

/**
 * A request that a rule refuses: a reply, not a fault (API-2). `body` is the body of the reply. It is thrown, because it
 * must roll back the transaction.
 */
export class DomainError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;

  constructor(status: number, body: ErrorBody, headers: Record<string, string> = {}) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export const refuse = {
  /** 400 at one field. */
  field: (field: string, sentence: string) => new DomainError(400, { [field]: [sentence] }),
  fields: (fields: Record<string, string[]>) => new DomainError(400, fields),
  /** 400 about the whole request. */
  detail: (detail: string, code?: string) =>
    new DomainError(400, code ? { detail, code } : { detail }),
  /** 401 for missing or invalid tokens (RFC 6750). */
  notLoggedIn: (token: 'missing' | 'invalid' = 'invalid') =>
    new DomainError(
      401,
      { detail: SENTENCE.notLoggedIn },
      { 'www-authenticate': token === 'missing' ? 'Bearer' : 'Bearer error="invalid_token"' },
    ),
  /** 403 by role. */
  forbidden: () => new DomainError(403, { detail: SENTENCE.forbidden }),
  /** 403 for users who must add a second factor first (SEC-7). */
  secondFactorMissing: () =>
    new DomainError(403, {
      detail: SECOND_FACTOR_SENTENCE.missing,
      code: SECOND_FACTOR_ERROR.missing,
    }),
  /** 404, the same for missing and hidden objects (ROLE-14). */
  notFound: () => new DomainError(404, { detail: SENTENCE.notFound }),
  tooLarge: (detail: string) => new DomainError(413, { detail }),
  /** 429 until these seconds have passed (LIMIT-1). */
  tooMany: (seconds: number, sentence = 'För många försök.') =>
    new DomainError(
      429,
      { detail: `${sentence} Försök igen om ${inWords(seconds)}.` },
      { 'retry-after': String(seconds) },
    ),
  /** 503: retry after these seconds. */
  unavailable: (detail: string, seconds: number) =>
    new DomainError(503, { detail }, { 'retry-after': String(seconds) }),
  /** 499, sent to nobody: the caller has hung up. */
  hungUp: () => new DomainError(499, { detail: SENTENCE.generic }),
  unsupported: (detail: string) => new DomainError(415, { detail }),
};

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 sekund' : `${seconds} sekunder`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minut' : `${minutes} minuter`;
}

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
