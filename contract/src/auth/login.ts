import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { SENTENCE } from '../errors.ts';
import { emailAddress, requiredText, whenMissing } from '../fields.ts';
import { may } from '../roles.ts';
import { PASSWORD } from './password.ts';
import { loginTokens, opaque } from './session.ts';

export const WRONG_LOGIN =
  'Vi känner tyvärr inte igen den här kombinationen av e-post och lösenord. Var vänligen försök igen.';
export const WRONG_CODE = 'Koden är inkorrekt eller gått ut. Var vänligen försök igen.';

/** An e-mail address, trimmed and in lower case (FMT-5). */
export const email = emailAddress(SENTENCE.required);

/** Six digits; spaces are dropped (AUTH-3, FMT-5). */
export const sixDigits = z.pipe(
  requiredText(40, SENTENCE.required),
  z.pipe(
    z.transform((written: string) => written.replace(/\s/g, '')),
    z.string().check(z.regex(/^\d{6}$/, 'Ange en giltig kod')),
  ),
);

/**
 * The second factor beside the e-mailed code: six digits of the app, or a recovery code. Anything
 * else is refused as a wrong code (SEC-6).
 */
export const secondFactor = requiredText(60, SENTENCE.required);

export const credentials = z.object({
  email,
  password: z
    .string({ error: whenMissing(SENTENCE.required) })
    .check(z.minLength(1, SENTENCE.required), z.maxLength(PASSWORD.max)),
});

/** A pending login, which waits for its code (AUTH-2). */
export const loginChallenge = z.object({ uuid: z.string() });

/** Checks e-mail and password, mails a code and returns the id of the pending login (AUTH-2). */
export const login = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor',
  summary: 'Starta inloggning',
  may: may.anyone,
  body: credentials,
  reply: loginChallenge,
});

/** Mails a new code for a pending login, at the earliest 60 s after the last (AUTH-4). */
export const resendCode = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/resend',
  summary: 'Skicka ny kod',
  may: may.anyone,
  body: z.object({ uuid: opaque }),
  reply: loginChallenge,
});

/** Exchanges the code for tokens (AUTH-3), with the second factor if the account has one (SEC-6). */
export const enterCode = endpoint({
  method: 'POST',
  path: '/api/auth/token/two-factor',
  summary: 'Slutför inloggning med kod',
  may: may.anyone,
  body: z.object({
    uuid: opaque,
    two_factor_code: sixDigits,
    second_factor: z.optional(secondFactor),
  }),
  reply: loginTokens,
});

/**
 * The address of the sign-on provider, with a state to send back (AUTH-5, AUTH-7). If several companies
 * have one, `email` selects it; without it 400 at that field.
 */
export const startSignOn = endpoint({
  method: 'GET',
  path: '/api/auth/adfs',
  summary: 'Adress till inloggning för handläggare',
  may: may.anyone,
  query: z.object({ email: z.optional(emailAddress(SENTENCE.required)) }),
  reply: z.object({ url: z.string() }),
});

/** Exchanges the provider's code and state for tokens (AUTH-6, AUTH-7). */
export const finishSignOn = endpoint({
  method: 'POST',
  path: '/api/auth/token/adfs',
  summary: 'Slutför inloggning för handläggare',
  may: may.anyone,
  body: z.object({
    authorization_code: z
      .string({ error: whenMissing(SENTENCE.required) })
      .check(z.minLength(1, SENTENCE.required), z.maxLength(8_000)),
    // A missing state is refused as a wrong one.
    state: z._default(z.string().check(z.maxLength(300)), ''),
    /** The issuer, if the redirect has it (RFC 9207). */
    iss: z._default(z.string().check(z.maxLength(300)), ''),
  }),
  reply: loginTokens,
});
