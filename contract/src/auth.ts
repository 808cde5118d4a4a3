import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { SENTENCE } from './errors.ts';
import { ifFine, requiredText, whenMissing } from './fields.ts';
import { may } from './roles.ts';

/** How long things live (AUTH-4, AUTH-8). Minutes, seconds, hours and days as named. */
export const AUTH = {
  codeMinutes: 10,
  codeAttempts: 5,
  resendSeconds: 60,
  accessMinutes: 10,
  idleHours: { staff: 12, station: 30 * 24 },
  sessionDays: 30,
  graceSeconds: 10,
} as const;

export const WRONG_LOGIN =
  'Vi känner tyvärr inte igen den här kombinationen av e-post och lösenord. Var vänligen försök igen.';
export const WRONG_CODE = 'Koden är inkorrekt eller gått ut. Var vänligen försök igen.';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** An e-mail address, trimmed and in lower case (FMT-5). */
export const email = requiredText(254, SENTENCE.required).check(
  z.toLowerCase(),
  z.refine((written) => EMAIL.test(written), { error: 'Ange en giltig e-post', when: ifFine }),
);

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
    .check(z.minLength(1, SENTENCE.required), z.maxLength(128)),
});

const challenge = z.object({ uuid: z.string() });
const tokens = z.object({ access: z.string(), refresh: z.string() });
const opaque = z.string({ error: whenMissing(SENTENCE.required) }).check(z.maxLength(300));

export type Tokens = z.infer<typeof tokens>;

/** E-mail and password in, a pending second factor out; the code goes by mail (AUTH-2). */
export const login = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor',
  summary: 'Börja inloggning',
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

/** Ends the session; always 204, so that nothing is told of a token (AUTH-10). */
export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Logga ut',
  may: may.anyone,
  body: z.object({ refresh: opaque }),
  status: 204,
});
