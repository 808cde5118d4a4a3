import { addDays, stockholmInstant } from '@restvarde/contract/dates';
import { type RawBuilder, sql } from 'kysely';

/** Due dates of the seller, by the kinds of «Att göra» (GEN-6). */
export type DueKind = 'decision_due' | 'pickup_passed' | 'deregistration_overdue';

/**
 * What falls due on a day in Stockholm, YYYY-MM-DD, as a query of `auction_id`, `company_id`, `kind`, and
 * `due_at` of a decision (GEN-6, MAIL-4). Earlier due dates are in «Att göra» and are not repeated.
 */
export function dueOn(day: string): RawBuilder<unknown> {
  const start = stockholmInstant(`${day}T00:00`);
  const end = stockholmInstant(`${addDays(day, 1)}T00:00`);
  const yesterday = addDays(day, -1);
  return sql`
    select a.id as auction_id, a.company_id, 'decision_due' as kind, s.decision_due_at as due_at
    from auction_standings s join auctions a on a.id = s.auction_id and a.deleted_at is null
    where s.bids_released_at is null and s.winning_bid_id is null
      and s.decision_due_at >= ${start} and s.decision_due_at < ${end}
    union all
    select a.id, a.company_id, 'pickup_passed', null
    from collections k join auctions a on a.id = k.auction_id and a.deleted_at is null
    where k.free_until = ${yesterday}::date
      and k.handed_over_at is null and k.undone_at is null and k.withdrawn_at is null
    union all
    select a.id, a.company_id, 'deregistration_overdue', null
    from deregistrations d join auctions a on a.id = d.auction_id and a.deleted_at is null
    where d.due_date = ${yesterday}::date and d.withdrawn_at is null and d.state in ('awaiting', 'returned')`;
}
