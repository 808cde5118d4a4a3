import type { Limit } from '../http/limits.ts';

/** By address: 429 with when to come back (AUTH-15). What was no failure is given back. */
export const BY_ADDRESS = {
  login: { name: 'login', burst: 20, every_s: 15 },
  code: { name: 'code', burst: 20, every_s: 15 },
  reset: { name: 'reset', burst: 25, every_s: 12 },
} satisfies Record<string, Limit>;

/**
 * By account: whoever has none left is told what a wrong password, a wrong code or a known address is told,
 * so that nobody learns which accounts exist (AUTH-15).
 */
export const BY_ACCOUNT = {
  /** Ten in 10 minutes, then one a minute: an owner under attack gets in between. */
  wrongPassword: { name: 'wrong password', burst: 10, every_s: 60 },
  /** Twenty a day. */
  wrongCode: { name: 'wrong code', burst: 20, every_s: 4_320 },
  newCode: { name: 'new code', burst: 3, every_s: 200 },
  resetMail: { name: 'reset mail', burst: 5, every_s: 360 },
} satisfies Record<string, Limit>;
