import { workingDeadline } from '@restvarde/contract/working-days';
import { sql } from 'kysely';

/** As many working days as a company may give itself (OFFER-1). */
const MOST_DAYS = 10;

/**
 * Until when the seller of an auction that is closed now decides, of `auctions a`: at 18:00 on the last of its working
 * days; null where it has no such time (OFFER-3). `now` is the database's.
 */
export function decisionTime(now: Date) {
  return sql<Date | null>`(${times(now)}::timestamptz[])[nullif(a.decision_days, 0)]`;
}

const times = (now: Date) =>
  Array.from({ length: MOST_DAYS }, (_, days) => workingDeadline(now, days + 1));

/** By then what is released at the time to decide has been settled (OFFER-4). */
const SETTLED_S = 60;

/**
 * When the successor of a sealed auction without bids is made, of `auctions a` that is closed now: when that of one with
 * bids is, so that it does not show whether there were any (AUC-13). `now` is the database's.
 */
export function sealedRelistTime(now: Date) {
  return sql<Date>`
    (${times(now)}::timestamptz[])[greatest(a.decision_days, 1)] + make_interval(secs => ${SETTLED_S})`;
}

/** The same of one whose bids are released `now`; an open auction's is made at once. */
export function relistTime(sale: {
  hidden_bids: boolean;
  closed_at: Date | null;
  decision_due_at: Date | null;
  now: Date;
}): Date {
  if (!sale.hidden_bids) return sale.now;
  const decided = sale.decision_due_at ?? workingDeadline(sale.closed_at ?? sale.now, 1);
  return new Date(Math.max(sale.now.getTime(), decided.getTime() + SETTLED_S * 1_000));
}
