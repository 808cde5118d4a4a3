import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { SENTENCE } from '../errors.ts';
import { whenMissing } from '../fields.ts';
import { may } from '../roles.ts';

export const tokens = z.object({ access: z.string(), refresh: z.string() });

export type Tokens = z.infer<typeof tokens>;

/** Answer to a login: the browser sends `device` at the next login, in the header of that name (LIMIT-2). */
export const loginTokens = z.extend(tokens, { device: z.string() });

export type LoginTokens = z.infer<typeof loginTokens>;

/** An opaque token. */
export const opaque = z.string({ error: whenMissing(SENTENCE.required) }).check(z.maxLength(300));

/** Rotates the refresh token (AUTH-8). 401 if it is no longer valid. */
export const refresh = endpoint({
  method: 'POST',
  path: '/api/auth/token/refresh',
  summary: 'Förnya åtkomst',
  may: may.anyone,
  body: z.object({ refresh: opaque }),
  errors: [401],
  reply: tokens,
});

/** Ends all of the caller's sessions, this one too (SET-4). */
export const logoutAll = endpoint({
  method: 'POST',
  path: '/api/auth/logout-all',
  summary: 'Logga ut överallt',
  may: may.anyUser,
  isForEnrolment: true,
});

/** Ends the session; always 204, so that the answer reveals nothing about the token (AUTH-10). */
export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Logga ut',
  may: may.anyone,
  body: z.object({ refresh: opaque }),
});
