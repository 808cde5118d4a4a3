import { timingSafeEqual } from 'node:crypto';
import { deriveKey, mac } from '../../keys.ts';

/** The token of a link that ends a session (SEC-4). It grants nothing else, and is valid as long as the session. */
export function endingTokenOf(secret: string, sessionId: string): string {
  return `${sessionId}.${mac(deriveKey(secret, 'endings'), sessionId).toString('base64url')}`;
}

/** The session id of a valid ending token; null otherwise. */
export function readEndingToken(secret: string, token: string): string | null {
  const id = token.slice(0, 36);
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null;
  const [actual, expected] = [Buffer.from(token), Buffer.from(endingTokenOf(secret, id))];
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? id : null;
}
