import * as z from 'zod/mini';
import { companyQuery } from '../categories.ts';
import { addDays, isDate } from '../dates.ts';
import { endpoint } from '../endpoint.ts';
import { id, idParams, instant, requiredText, whenMissing } from '../fields.ts';
import { may } from '../roles.ts';
import { TOKEN_SCOPES } from './token-calls.ts';

/** The number of valid tokens that a company may have, and the days that a token may be valid (FEED-1). */
export const TOKEN_LIMITS = { per_company: 10, days: 365 } as const;

export const TOKEN_SENTENCE = {
  name: 'Du måste ange ett namn',
  nameTaken: 'Namnet används redan',
  scopes: 'Välj minst en behörighet',
  expires_on: 'Ange ett datum inom 365 dagar',
  tooMany: 'Högst tio nycklar.',
} as const;

/** True if a token may expire on the day. Both are `YYYY-MM-DD` in Stockholm. */
export const isExpiryAllowed = (expires_on: string, today: string) =>
  expires_on >= today && expires_on <= addDays(today, TOKEN_LIMITS.days);

/** A token for another system, without the token itself (FEED-1). */
export const token = z.object({
  id,
  name: z.string(),
  /** Its first characters, by which people recognise it. */
  prefix: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  created_at: instant,
  created_by: z.object({ first_name: z.string(), last_name: z.string() }),
  /** The full hour of the last use; null if it has not been used. */
  last_used_at: z.nullable(instant),
  /** The last day that it is valid, in Stockholm. */
  expires_on: z.string(),
});

export type Token = z.infer<typeof token>;

/** The tokens of the company, newest first; expired ones too (FEED-1). */
export const listTokens = endpoint({
  method: 'GET',
  path: '/api/tokens',
  summary: 'Nycklar för integrationer',
  may: may.administer,
  query: companyQuery,
  reply: z.array(token),
});

/** Adds a token. Only this answer has the token itself (FEED-1). */
export const createToken = endpoint({
  method: 'POST',
  path: '/api/tokens',
  summary: 'Lägg till nyckel',
  may: may.administer,
  query: companyQuery,
  body: z.object({
    name: requiredText(60, TOKEN_SENTENCE.name),
    scopes: z.pipe(
      z
        .array(z.enum(TOKEN_SCOPES), { error: whenMissing(TOKEN_SENTENCE.scopes) })
        .check(z.minLength(1, TOKEN_SENTENCE.scopes), z.maxLength(10)),
      z.transform((scopes) => TOKEN_SCOPES.filter((scope) => scopes.includes(scope))),
    ),
    expires_on: z.optional(
      z
        .string({ error: TOKEN_SENTENCE.expires_on })
        .check(z.refine(isDate, TOKEN_SENTENCE.expires_on)),
    ),
  }),
  status: 201,
  reply: z.extend(token, { token: z.string() }),
});

/** Revokes a token at once (FEED-1). */
export const removeToken = endpoint({
  method: 'DELETE',
  path: '/api/tokens/:id',
  summary: 'Ta bort nyckel',
  may: may.administer,
  params: idParams,
  query: companyQuery,
  errors: [404],
});
