import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { may } from '../roles.ts';

/** How long an access token is valid (FEED-11). */
export const ACCESS_TOKEN_S = 600;

/** The codes of RFC 6749, 5.2, that are in use. */
export const OAUTH_ERRORS = [
  'invalid_request',
  'invalid_client',
  'unsupported_grant_type',
  'invalid_scope',
] as const;

export type OauthError = (typeof OAUTH_ERRORS)[number];

/** Exchanges a token for an access token (FEED-11): OAuth 2.0 client credentials, RFC 6749, 4.4. */
export const issueAccessToken = endpoint({
  method: 'POST',
  path: '/api/oauth/token',
  summary: 'Byt en nyckel mot en åtkomstnyckel',
  may: may.anyone,
  oauthForm: z.object({
    grant_type: z.literal('client_credentials'),
    /** The token's prefix. */
    client_id: z.optional(z.string()),
    /** The token. */
    client_secret: z.optional(z.string()),
    /** At most the token's scopes, separated by a space; all of them by default. */
    scope: z.optional(z.string()),
  }),
  errors: [401],
  reply: z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.number(),
    scope: z.string(),
  }),
});
