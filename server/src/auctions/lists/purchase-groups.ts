import type { Viewer } from '@restvarde/contract/roles';
import { PURCHASE_GROUPS, type PurchaseGroup } from '@restvarde/contract/sale/journey';
import { type RawBuilder, sql } from 'kysely';
import type { Condition, Selective } from '../access/visibility.ts';

/** Stockholm's day of an instant; null is now. */
const dayOf = (at: Date | null): RawBuilder<string> =>
  at === null
    ? sql`stockholm_today()`
    : sql`(${at}::timestamptz at time zone 'Europe/Stockholm')::date`;

/** Storage costs on a day: `storageDays` of the contract, as SQL, of a collection `k` that waits (PICK-6). */
const costs = (today: RawBuilder<string>): Condition => sql<boolean>`(
  ${today} - k.free_until - k.waived_days - case
    when k.paid_at is null then 0
    else greatest(0, least(
      coalesce((k.released_at at time zone 'Europe/Stockholm')::date, ${today} + 1), ${today} + 1
    ) - greatest(k.paid_at, k.free_until + 1))
  end > 0
)`;

/** The purchases outside the group «done», of which a station has few. An index serves each half (migration 0069). */
export const openPurchases = ({ service_station_id }: Viewer): Selective => ({
  test: sql<boolean>`true`,
  found: sql<boolean>`a.id in (select unnest(array(
    select k.auction_id from collections k
    where k.service_station_id = ${service_station_id} and k.undone_at is null and k.withdrawn_at is null
      and (k.handed_over_at is null or k.paid_at is null)
    union
    select d.auction_id from deregistrations d
    where d.service_station_id = ${service_station_id} and d.withdrawn_at is null
      and d.state in ('awaiting', 'returned')
  )))`,
  isRare: true,
});

/**
 * The groups of Vunna auktioner with their conditions: `purchaseGroupOf` of the contract, as SQL. Like the states,
 * groups are those at the time of the first page (LIST-4, LIST-17).
 */
export function purchaseGroups(
  viewer: Viewer,
  asOf: Date | null,
): { group: PurchaseGroup; where: Condition }[] {
  const group = sql`(
    select case
      when k.undone_at is not null then 'done'
      when k.handed_over_at is null and ${costs(dayOf(asOf))} then 'costing'
      when k.paid_at is null then 'unpaid'
      when k.handed_over_at is null then 'collect'
      when exists (
        select from deregistrations d
        where d.auction_id = k.auction_id and d.service_station_id = k.service_station_id
          and d.withdrawn_at is null and d.state in ('awaiting', 'returned')
        offset 0
      ) then 'certificate'
      else 'done'
    end
    from collections k
    where k.auction_id = a.id and k.service_station_id = ${viewer.service_station_id}
      and k.withdrawn_at is null
    order by k.id desc limit 1
  )`;
  return PURCHASE_GROUPS.map((name) => ({
    group: name,
    // A purchase without a collection is done.
    where: sql<boolean>`coalesce(${group}, 'done') = ${name}`,
  }));
}
