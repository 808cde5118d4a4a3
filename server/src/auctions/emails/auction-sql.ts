import { addDays, stockholmInstant } from '@restvarde/contract/dates';
import { type RawBuilder, sql } from 'kysely';

/**
 * Joins the person who reads mail about auction `a`: its creator, or an admin of the company if the creator has
 * left.
 */
export const managerOf = sql`join lateral (
  select u.id, u.email from mail_readers u
  where u.id = a.created_by or u.company_id = a.company_id and u.role = 30
  order by u.id = a.created_by desc, u.id limit 1
) manager on true`;

/**
 * The auction `a` with standing `s` was not sold and has been relisted for dismantling, or soon will be
 * (RELIST-9).
 */
export const isRelisted = sql<boolean>`(
  s.relist_due_at is not null or exists (
    select from auctions n
    where n.relisted_from = a.id and n.deleted_at is null and n.damage_condition = 'DISASSEMBLY'
  )
)`;

/**
 * On `auctions a` and `service_stations st`: the station has not muted all of the auction's categories that it
 * has, or, if it has none, that it can see (MAIL-5).
 */
export const follows = sql<boolean>`(
  select coalesce(bool_or(q.category_id is null), not exists (
    select from service_station_categories own where own.service_station_id = st.id
  ))
  from auction_categories ac
  join categories c on c.id = ac.category_id
  left join service_station_categories f on f.category_id = c.id and f.service_station_id = st.id
  left join silenced_categories q on q.category_id = c.id and q.service_station_id = st.id
  where ac.auction_id = a.id and (
    f.category_id is not null
    or ((c.company_id is null or c.company_id = st.company_id) and not exists (
      select from service_station_categories own where own.service_station_id = st.id
    ))
  )
)`;

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
