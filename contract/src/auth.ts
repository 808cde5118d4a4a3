import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { SENTENCE } from './errors.ts';
import { emailAddress, ifFine, requiredText, whenMissing } from './fields.ts';
import { may } from './roles.ts';

/** How long things live (AUTH-4, 7, 8, 14). Minutes, seconds, hours and days as named. */
export const AUTH = {
  codeMinutes: 10,
  codeAttempts: 5,
  resendSeconds: 60,
  accessMinutes: 10,
  idleHours: { staff: 12, station: 30 * 24 },
  sessionDays: 30,
  graceSeconds: 10,
  signOnMinutes: 10,
  linkHours: { known: 2, new: 72 },
} as const;

/** How long a password is, in characters (AUTH-14). */
export const PASSWORD = { min: 12, max: 128 } as const;

export const WRONG_LOGIN =
  'Vi känner tyvärr inte igen den här kombinationen av e-post och lösenord. Var vänligen försök igen.';
export const WRONG_CODE = 'Koden är inkorrekt eller gått ut. Var vänligen försök igen.';
export const DEAD_LINK = 'Länken är ogiltig eller har gått ut.';

/** An e-mail address, trimmed and in lower case (FMT-5). */
export const email = emailAddress(SENTENCE.required);

/** Six digits; spaces within, as mails and people write them, are dropped (AUTH-3, FMT-5). */
export const sixDigits = z.pipe(
  requiredText(40, SENTENCE.required),
  z.pipe(
    z.transform((written: string) => written.replace(/\s/g, '')),
    z.string().check(z.regex(/^\d{6}$/, 'Ange en giltig kod')),
  ),
);

export const credentials = z.object({
  email,
  password: z
    .string({ error: whenMissing(SENTENCE.required) })
    .check(z.minLength(1, SENTENCE.required), z.maxLength(PASSWORD.max)),
});

/** Whose password is forgotten; its own sentence when empty (FMT-5). */
export const forgotten = z.object({ email: emailAddress('Fyll i detta fältet') });

/** A new password, twice. That both are the same, and not easy to guess, is the server's to say (AUTH-14). */
export const newPassword = z.object({
  password: z.string({ error: whenMissing(SENTENCE.required) }).check(
    z.minLength(1, SENTENCE.required),
    z.refine((written) => written.length >= PASSWORD.min, {
      error: `Lösenordet måste ha minst ${PASSWORD.min} tecken.`,
      when: ifFine,
    }),
    z.maxLength(PASSWORD.max),
  ),
  confirm_password: z
    .string({ error: whenMissing(SENTENCE.required) })
    .check(z.minLength(1, SENTENCE.required), z.maxLength(PASSWORD.max)),
});

const challenge = z.object({ uuid: z.string() });
const tokens = z.object({ access: z.string(), refresh: z.string() });
const opaque = z.string({ error: whenMissing(SENTENCE.required) }).check(z.maxLength(300));

export type Tokens = z.infer<typeof tokens>;

/** E-mail and password in, a pending second factor out; the code goes by mail (AUTH-2). */
export const login = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor',
  summary: 'Starta inloggning',
  may: may.anyone,
  body: credentials,
  reply: challenge,
});

/** A new code for a pending login, at the earliest 60 s after the last (AUTH-4). */
export const resendCode = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/resend',
  summary: 'Skicka ny kod',
  may: may.anyone,
  body: z.object({ uuid: opaque }),
  reply: challenge,
});

/** The code in, tokens out (AUTH-3). */
export const enterCode = endpoint({
  method: 'POST',
  path: '/api/auth/token/two-factor',
  summary: 'Slutför inloggning med kod',
  may: may.anyone,
  body: z.object({ uuid: opaque, two_factor_code: sixDigits }),
  reply: tokens,
});

/** Rotates the refresh token (AUTH-8). 401 when it is dead. */
export const refresh = endpoint({
  method: 'POST',
  path: '/api/auth/token/refresh',
  summary: 'Förnya åtkomst',
  may: may.anyone,
  body: z.object({ refresh: opaque }),
  reply: tokens,
});

/** Where the employer's own login is, with a state to bring back from there (AUTH-5, AUTH-7). */
export const startSignOn = endpoint({
  method: 'GET',
  path: '/api/auth/adfs',
  summary: 'Adress till inloggning för handläggare',
  may: may.anyone,
  reply: z.object({ url: z.string() }),
});

/** The code and the state that the employer's login sent the browser back with, for tokens (AUTH-6, AUTH-7). */
export const finishSignOn = endpoint({
  method: 'POST',
  path: '/api/auth/token/adfs',
  summary: 'Slutför inloggning för handläggare',
  may: may.anyone,
  body: z.object({
    authorization_code: z
      .string({ error: whenMissing(SENTENCE.required) })
      .check(z.minLength(1, SENTENCE.required), z.maxLength(8_000)),
    // Without one it is refused as a wrong one is.
    state: z._default(z.string().check(z.maxLength(300)), ''),
  }),
  reply: tokens,
});

/** Mails a link for a new password, if there is an account that has one; the answer never tells (AUTH-12). */
export const requestReset = endpoint({
  method: 'POST',
  path: '/api/reset-password',
  summary: 'Glömt lösenord',
  may: may.anyone,
  body: forgotten,
  status: 204,
});

/** Sets a password by the link of a mail; logs nobody in (AUTH-13, AUTH-14). */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/reset-password/:token',
  summary: 'Välj nytt lösenord',
  may: may.anyone,
  params: z.object({ token: z.string().check(z.maxLength(300)) }),
  body: newPassword,
  status: 204,
});

/** Ends all of the caller's sessions, this one too (SET-4). */
export const logoutAll = endpoint({
  method: 'POST',
  path: '/api/auth/logout-all',
  summary: 'Logga ut överallt',
  may: may.anyUser,
  status: 204,
});

/** Ends the session; always 204, so that nothing is told of a token (AUTH-10). */
export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Logga ut',
  may: may.anyone,
  body: z.object({ refresh: opaque }),
  status: 204,
});
