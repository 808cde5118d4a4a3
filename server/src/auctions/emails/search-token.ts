import { timingSafeEqual } from 'node:crypto';
import type { WorkerContext } from '../../context.ts';
import { deriveKey, mac } from '../../keys.ts';

const VALID_MS = 90 * 24 * 3_600_000;

/** A user, their searches, and when the token expires (ms since 1970), in base 36; then the signature. */
const TOKEN =
  /^([0-9a-z]{1,6})\.([0-9a-z]{1,6}(?:-[0-9a-z]{1,6}){0,19})\.([0-9a-z]{8})\.([\w-]{43})$/;

type Configured = Pick<WorkerContext, 'config'>;

/** Some saved searches of one user. */
export interface NamedSearches {
  user_id: number;
  search_ids: number[];
}

/** Returns the token that turns saved searches off without a login, for 90 days (SAVED-6). */
export function makeSearchToken(
  { config }: Configured,
  searches: NamedSearches,
  now_ms = Date.now(),
): string {
  const { user_id, search_ids } = searches;
  const ids = search_ids.map((id) => id.toString(36)).join('-');
  const named = `${user_id.toString(36)}.${ids}.${(now_ms + VALID_MS).toString(36)}`;
  return `${named}.${sign(config.secret, named)}`;
}

/** Returns the searches that a token names; none if it has been changed or has expired. Null for other text. */
export function readSearchToken(
  { config }: Configured,
  token: string,
  now_ms = Date.now(),
): NamedSearches | null {
  const [, user = '', ids = '', expires = '', signature = ''] = TOKEN.exec(token) ?? [];
  if (user === '') return null;
  const expected = Buffer.from(sign(config.secret, `${user}.${ids}.${expires}`));
  const isValid =
    timingSafeEqual(expected, Buffer.from(signature)) && Number.parseInt(expires, 36) >= now_ms;
  return {
    user_id: Number.parseInt(user, 36),
    search_ids: isValid ? ids.split('-').map((id) => Number.parseInt(id, 36)) : [],
  };
}

const sign = (secret: string, named: string) =>
  mac(deriveKey(secret, 'unsubscribe'), JSON.stringify(['searches', named])).toString('base64url');
