import type { Viewer } from '@restvarde/contract/roles';
import { PURCHASE_GROUPS, type PurchaseGroup } from '@restvarde/contract/sale/journey';
import { type RawBuilder, sql } from 'kysely';
import type { Condition, Source } from '../access/visibility.ts';
import { foundBy } from './by-known-bid.ts';
import { collected } from './list-filters.ts';
import { within } from './list-segments.ts';

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

/** The certificates that a station has to send. */
const awaited = ({ service_station_id }: Viewer) => sql`(
  select d.auction_id from deregistrations d
  where d.service_station_id = ${service_station_id} and d.withdrawn_at is null
    and d.state in ('awaiting', 'returned')
)`;

const isWaiting = sql<boolean>`(k.undone_at is null and k.handed_over_at is null)`;
const isUnpaid = sql<boolean>`(k.undone_at is null and k.paid_at is null)`;

/** What a scan of a group reads besides the group's own rows: an index serves each (migrations 0044, 0098). */
const SCANNED: Record<Exclude<PurchaseGroup, 'certificate'>, Condition> = {
  costing: isWaiting,
  unpaid: isUnpaid,
  collect: isWaiting,
  done: sql<boolean>`true`,
};

/**
 * The groups of Vunna auktioner: `purchaseGroupOf` of the contract, as SQL. Like the states, groups are those at the
 * time of the first page (LIST-4, LIST-17). A group is scanned in order of the ends, so that a page does not read all
 * purchases of a station. The few certificates to send are looked up.
 */
export function purchaseGroups(
  viewer: Viewer,
  won: Source,
  asOf: Date | null,
): { group: PurchaseGroup; source: Source }[] {
  const groupOf = sql`case
    when k.undone_at is not null then 'done'
    when k.handed_over_at is null and ${costs(dayOf(asOf))} then 'costing'
    when k.paid_at is null then 'unpaid'
    when k.handed_over_at is null then 'collect'
    when k.auction_id = any(array${awaited(viewer)}) then 'certificate'
    else 'done'
  end`;
  const lastGroup = sql`(
    select ${groupOf} from collections k
    where k.auction_id = a.id and k.service_station_id = ${viewer.service_station_id}
      and k.withdrawn_at is null
    order by k.id desc limit 1
  )`;
  return PURCHASE_GROUPS.map((group) => {
    // A purchase without a collection is done.
    const source = within(won, sql<boolean>`coalesce(${lastGroup}, 'done') = ${group}`);
    if (group === 'certificate') {
      const found = sql<boolean>`a.id in (select unnest(array${awaited(viewer)}))`;
      return { group, source: foundBy({ test: sql<boolean>`true`, found, isRare: true }, source) };
    }
    // The planner takes a comparison for rare, and would read and sort all purchases; it takes a CASE for half.
    const isInGroup = sql<boolean>`case when ${groupOf} = ${group} then true end`;
    const scan = collected(viewer, SCANNED[group], isInGroup);
    return { group, source: { ...source, scan } };
  });
}
