import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';

/**
 * Settings that an auction copies when it is created and follows until it starts, with the auction's column (BID-4,
 * GEN-2).
 */
export const COPIED_SETTINGS = {
  bid_increment_intervals: 'bid_increments',
  auction_end_dt_incrementation: 'extension_minutes',
  decision_days: 'decision_days',
  dismantling_bidders: 'dismantling_bidders',
  relist_dismantling: 'relist_dismantling',
  relist_days: 'relist_days',
  relist_start_bid_percent: 'relist_start_bid_percent',
  relist_reservation_percent: 'relist_reservation_percent',
  allows_max_bids: 'allows_max_bids',
} as const;

type Setting = keyof typeof COPIED_SETTINGS;

/** Values that new auctions copy from their companies, by the auction's columns. The caller locks the companies. */
export async function copySettings(tx: Tx, companies: number[]) {
  const rows = await tx
    .selectFrom('companies')
    .select(['id', ...(Object.keys(COPIED_SETTINGS) as Setting[])])
    .where('id', 'in', companies)
    .execute();
  const copied = rows.map((settings) => {
    const { bid_increments, ...copies } = Object.fromEntries(
      Object.entries(COPIED_SETTINGS).map(([setting, column]) => [
        column,
        settings[setting as Setting],
      ]),
    ) as { [S in Setting as (typeof COPIED_SETTINGS)[S]]: (typeof settings)[S] };
    const copy = { ...copies, bid_increments: JSON.stringify(bid_increments) };
    return [settings.id, copy] as const;
  });
  return new Map(copied);
}

/** Assignments for the settings of company `c` that auction `a` follows; a value set by hand stays (RELIST-6). */
const followed = (Object.keys(COPIED_SETTINGS) as Setting[]).map((setting) =>
  setting === 'relist_dismantling'
    ? sql`case when a.is_relist_by_hand then a.relist_dismantling else c.relist_dismantling end`
    : sql.ref(`c.${setting}`),
);

/**
 * Copies a company's settings to its auctions that have not begun, and records changes in their history. First locks
 * the rows that bids lock, ordered by id as bids do: an auction that begins meanwhile keeps its values, and no bid is
 * judged by a mixture.
 */
export async function followSettings(tx: Tx, company: number, userId: number): Promise<void> {
  await sql`
    select s.auction_id
    from auction_standings s join auctions a on a.id = s.auction_id
    where a.company_id = ${company} and a.start_dt > now_ms()
      and a.deleted_at is null and s.closed_at is null
    order by s.auction_id
    for no key update of s`.execute(tx);
  const copies = Object.values(COPIED_SETTINGS);
  const settings = sql`row(${sql.join(followed)})`;
  const before = sql`row(${sql.join(copies.map((name) => sql.ref(`a.${name}`)))})`;
  await sql`
    with changed as (
      update auctions a
      set (${sql.join(copies.map((name) => sql.ref(name)))}) = ${settings}
      from auction_standings s, companies c
      where a.company_id = ${company} and a.start_dt > now_ms()
        and a.deleted_at is null and s.auction_id = a.id and s.closed_at is null
        and c.id = a.company_id and ${before} is distinct from ${settings}
      returning a.id, to_jsonb(old) as before, to_jsonb(new) as after
    )
    insert into audit_log (user_id, company_id, auction_id, action, before, after)
    select ${userId}::integer, ${company}::integer, id, 'change', was, becomes
    from changed
    cross join lateral (
      select jsonb_object_agg(name, before -> name), jsonb_object_agg(name, after -> name)
      from unnest(${copies}::text[]) name
      where before -> name is distinct from after -> name
    ) difference(was, becomes)`.execute(tx);
}
