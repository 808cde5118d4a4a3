import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { SENTENCE } from '../errors.ts';
import { emailAddress, ifValidSoFar, whenMissing } from '../fields.ts';
import { may } from '../roles.ts';

/** The length of a password in characters (AUTH-14). */
export const PASSWORD = { min: 12, max: 128 } as const;

/** The search of the link with which a new user chooses a first password (AUTH-13). */
export const FIRST_PASSWORD_SEARCH = { first: '1' } as const;

export const DEAD_LINK = 'Länken är ogiltig eller har gått ut.';

export const WRONG_PASSWORD = 'Fel lösenord';
export const PASSWORD_ELSEWHERE = 'Du loggar in hos din arbetsgivare, och har inget lösenord här.';

/**
 * The normal form of a password before hashing, the OpaqueString of RFC 8265: NFC, each space an ordinary one. The same keys
 * then give the same password on every machine (NIST SP 800-63B). One that is far too long is not normalised, which may
 * take quadratic time: it is refused afterwards for its length.
 */
export const normalPassword = (typed: string) =>
  typed.length > LONGEST_TYPED ? typed : typed.replace(/\p{Zs}/gu, ' ').normalize('NFC');

/** A letter may be typed as itself and several marks. */
const LONGEST_TYPED = 8 * PASSWORD.max;

/** The current password of a logged-in user. */
export const currentPassword = z
  .string({ error: whenMissing(SENTENCE.required) })
  .check(z.minLength(1, SENTENCE.required), z.maxLength(PASSWORD.max));

/** The e-mail address of a forgotten password, with its own message when empty (FMT-5). */
export const forgotten = z.object({ email: emailAddress('Fyll i detta fältet') });

/** A new password, twice. The server checks that both are equal and not easy to guess (AUTH-14). */
export const newPassword = z.object({
  password: z.string({ error: whenMissing(SENTENCE.required) }).check(
    z.overwrite(normalPassword),
    z.minLength(1, SENTENCE.required),
    z.refine((written) => written.length >= PASSWORD.min, {
      error: `Lösenordet måste ha minst ${PASSWORD.min} tecken.`,
      when: ifValidSoFar,
    }),
    z.maxLength(PASSWORD.max),
  ),
  confirm_password: z
    .string({ error: whenMissing(SENTENCE.required) })
    .check(
      z.overwrite(normalPassword),
      z.minLength(1, SENTENCE.required),
      z.maxLength(PASSWORD.max),
    ),
});

/** Mails a link for a new password if an account with a password exists; the answer is the same if not (AUTH-12). */
export const requestReset = endpoint({
  method: 'POST',
  path: '/api/reset-password',
  summary: 'Glömt lösenord',
  may: may.anyone,
  body: forgotten,
});

/** Sets a password by the link of a mail; logs nobody in (AUTH-13, AUTH-14). */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/reset-password/:token',
  summary: 'Välj nytt lösenord',
  may: may.anyone,
  params: z.object({ token: z.string().check(z.maxLength(300)) }),
  body: newPassword,
});

/** Checks the link of a mail without using it: 400 if it is invalid (AUTH-13). */
export const checkResetLink = endpoint({
  method: 'GET',
  path: '/api/reset-password/:token',
  summary: 'Kontrollera länken till ett nytt lösenord',
  may: may.anyone,
  params: z.object({ token: z.string().check(z.maxLength(300)) }),
});

/** Changes the caller's password, with the current one; ends all other sessions (AUTH-19). */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/change-password',
  summary: 'Byt mitt lösenord',
  may: may.anyUser,
  body: z.extend(newPassword, { current_password: currentPassword }),
});
