import { workingDeadline } from '@restvarde/contract/working-days';
import { sql } from 'kysely';

/** As many working days as a company may give itself (OFFER-1). */
const MOST_DAYS = 10;

/**
 * Until when the seller of an auction that is closed now decides, of `auctions a`: at 18:00 on the last of its working
 * days; null where it has no such time (OFFER-3). `now` is the database's.
 */
export function decisionTime(now: Date) {
  const times = Array.from({ length: MOST_DAYS }, (_, days) => workingDeadline(now, days + 1));
  return sql<Date | null>`(${times}::timestamptz[])[nullif(a.decision_days, 0)]`;
}
