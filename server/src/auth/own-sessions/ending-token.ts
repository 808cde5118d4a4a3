import { timingSafeEqual } from 'node:crypto';
import { deriveKey, mac } from '../../keys.ts';

/** What the link of an email ends a session by (SEC-4). It opens nothing, and lives as long as the session. */
export function endingTokenOf(secret: string, sessionId: string): string {
  return `${sessionId}.${mac(deriveKey(secret, 'endings'), sessionId).toString('base64url')}`;
}

/** The session that a token of ours ends; null when it is none. */
export function readEndingToken(secret: string, token: string): string | null {
  const id = token.slice(0, 36);
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null;
  const [given, expected] = [Buffer.from(token), Buffer.from(endingTokenOf(secret, id))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}
