import { timingSafeEqual } from 'node:crypto';
import type { TokenScope } from '@restvarde/contract/feed/token-calls';
import { deriveKey, mac } from '../keys.ts';

/** The claims of an access token (FEED-11). */
export interface AccessToken {
  token_id: number;
  scopes: TokenScope[];
  /** Seconds since 1970, by the database's clock. */
  expires_s: number;
}

const PREFIX = 'rva_';

/** True if it looks like an access token of a token. */
export const isAccessToken = (bearer: string) => bearer.startsWith(PREFIX);

const sign = (secret: string, payload: string) => mac(deriveKey(secret, 'oauth'), payload);

/** Signs an access token, which is stored nowhere. */
export function signAccessToken(secret: string, claims: AccessToken): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${PREFIX}${payload}.${sign(secret, payload).toString('base64url')}`;
}

/** The claims of an access token, even if it has expired; null if the signature is invalid. */
export function readAccessToken(secret: string, access: string): AccessToken | null {
  const [payload = '', signature = '', ...rest] = access.slice(PREFIX.length).split('.');
  const right = sign(secret, payload);
  const given = Buffer.from(signature, 'base64url');
  const isRight = given.length === right.length && timingSafeEqual(given, right);
  if (!isRight || rest.length > 0) return null;
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as AccessToken;
}
