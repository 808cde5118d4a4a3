import { workingDeadline } from '@restvarde/contract/working-days';
import { sql } from 'kysely';

/** Maximum number of working days for a decision (OFFER-1). */
const MAX_DAYS = 10;

/**
 * Until when the seller of auction `a`, closed now, decides: 18:00 on the last of its working days. Null if it
 * has no decision time (OFFER-3).
 *
 * @param now the database's time
 */
export function decisionTime(now: Date) {
  return sql<Date | null>`(${times(now)}::timestamptz[])[nullif(a.decision_days, 0)]`;
}

const times = (now: Date) =>
  Array.from({ length: MAX_DAYS }, (_, days) => workingDeadline(now, days + 1));

/** Released bids are settled within this time after the decision time (OFFER-4). */
const SETTLED_S = 60;

/**
 * When the successor of a sealed auction `a` without bids, closed now, is created: at the same time as for one
 * with bids, so that it does not reveal whether there were any (AUC-13).
 *
 * @param now the database's time
 */
export function sealedRelistTime(now: Date) {
  return sql<Date>`
    (${times(now)}::timestamptz[])[greatest(a.decision_days, 1)] + make_interval(secs => ${SETTLED_S})`;
}

/** When the successor of an auction whose bids are released `now` is created. That of an open auction is created at once. */
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

/**
 * The auction `a` is relisted for dismantling if it is not sold, unless it was cancelled (RELIST-6, RELIST-7).
 */
export const relistsItself = sql<boolean>`(
  a.relist_dismantling and a.damage_condition = 'REPAIR' and a.cancelled_at is null
)`;
