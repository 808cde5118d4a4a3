import { timingSafeEqual } from 'node:crypto';
import type { WorkerContext } from '../../context.ts';
import { deriveKey, mac } from '../../keys.ts';

/** What a station follows, and can stop by one click in its mail program (MAIL-8). */
export type Followed = 'alert' | 'categories';

/** The auction that an email is about, and the station that it is sent to. */
export interface Subscription {
  followed: Followed;
  auction_id: number;
  service_station_id: number;
}

type Configured = Pick<WorkerContext, 'config'>;

/** The address that ends a subscription, for the header List-Unsubscribe (RFC 8058). It does not expire. */
export function unsubscribeAddress({ config }: Configured, subscription: Subscription): string {
  const { followed, auction_id, service_station_id } = subscription;
  const signature = sign(config.secret, subscription).toString('base64url');
  return `${config.publicUrl}/unsubscribe/${followed}/${auction_id}/${service_station_id}/${signature}`;
}

/** Whether `signature` was made by `unsubscribeAddress` for this subscription. */
export function isSigned(
  { config }: Configured,
  subscription: Subscription,
  signature: string,
): boolean {
  const expected = sign(config.secret, subscription);
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const sign = (secret: string, { followed, auction_id, service_station_id }: Subscription) =>
  mac(deriveKey(secret, 'unsubscribe'), JSON.stringify([followed, auction_id, service_station_id]));
