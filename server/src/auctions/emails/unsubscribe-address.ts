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
  const signature = sign(config.secret, subscription).toString('base64url');
  return `${config.publicUrl}/unsubscribe/${followed}/${auction_id}/${service_station_id}/${signature}`;
}

/** Returns whether `signature` was made by `unsubscribeAddress` for this subscription. */
export function isSigned(
  { config }: Configured,
  subscription: Subscription,
  signature: string,
): boolean {
  const expected = sign(config.secret, subscription);
  const actual = Buffer.from(signature, 'base64url');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

const sign = (secret: string, { followed, auction_id, service_station_id }: Subscription) =>
  mac(deriveKey(secret, 'unsubscribe'), JSON.stringify([followed, auction_id, service_station_id]));
