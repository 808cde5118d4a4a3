import { timingSafeEqual } from 'node:crypto';
import type { WorkerContext } from '../../context.ts';
import { deriveKey, mac } from '../../keys.ts';

/** What a station can unsubscribe from with one click in a mail program (MAIL-8). */
export type Followed = 'alert' | 'categories';

/** The auction that an email is about and the station that receives it. */
export interface Subscription {
  followed: Followed;
  auction_id: number;
  service_station_id: number;
}

type Configured = Pick<WorkerContext, 'config'>;

/** Returns the URL that ends a subscription, for the header List-Unsubscribe (RFC 8058). It does not expire. */
export function unsubscribeAddress({ config }: Configured, subscription: Subscription): string {
  const { followed, auction_id, service_station_id } = subscription;
  const signature = signSubscription(config.secret, subscription).toString('base64url');
  return `${config.publicUrl}/unsubscribe/${followed}/${auction_id}/${service_station_id}/${signature}`;
}

/** Returns whether `signature` was made by `unsubscribeAddress` for this subscription. */
export function isSigned(
  { config }: Configured,
  subscription: Subscription,
  signature: string,
): boolean {
  const expected = signSubscription(config.secret, subscription);
  const actual = Buffer.from(signature, 'base64url');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

const signSubscription = (
  secret: string,
  { followed, auction_id, service_station_id }: Subscription,
) => sign(secret, [followed, auction_id, service_station_id]);

const VALID_MS = 90 * 24 * 3_600_000;

/** A user, their searches, and when the token expires (ms since 1970), in base 36; then the signature. */
const TOKEN =
  /^([0-9a-z]{1,6})\.([0-9a-z]{1,6}(?:-[0-9a-z]{1,6}){0,19})\.([0-9a-z]{8})\.([\w-]{43})$/;

/** Some saved searches of one user. */
interface NamedSearches {
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
  return `${named}.${signSearches(config.secret, named)}`;
}

/** Returns the searches that a token names; none if it has been changed or has expired. Null for other text. */
export function readSearchToken(
  { config }: Configured,
  token: string,
  now_ms = Date.now(),
): NamedSearches | null {
  const [, user = '', ids = '', expires = '', signature = ''] = TOKEN.exec(token) ?? [];
  if (user === '') return null;
  const expected = Buffer.from(signSearches(config.secret, `${user}.${ids}.${expires}`));
  const isValid =
    timingSafeEqual(expected, Buffer.from(signature)) && Number.parseInt(expires, 36) >= now_ms;
  return {
    user_id: Number.parseInt(user, 36),
    search_ids: isValid ? ids.split('-').map((id) => Number.parseInt(id, 36)) : [],
  };
}

const signSearches = (secret: string, named: string) =>
  sign(secret, ['searches', named]).toString('base64url');

const sign = (secret: string, parts: (string | number)[]) =>
  mac(deriveKey(secret, 'unsubscribe'), JSON.stringify(parts));
