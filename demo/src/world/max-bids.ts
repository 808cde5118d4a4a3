import type { Tx } from '@restvarde/server/db/pool';
import { sql } from 'kysely';
import type { DemoCompany, DemoStation } from './people.ts';

/** How far above its bid a live maximum of the demo is. */
const ABOVE = 8_000;

/**
 * The company allows maximums in its auctions with open bids, and the station has one that is live, one that is used and
 * one that is passed, if it leads twice and is outbid once (AUTO-1, AUTO-7).
 */
export async function makeDemoMaxBids(
  tx: Tx,
  company: DemoCompany,
  station: DemoStation,
): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ allows_max_bids: true })
    .where('id', '=', company.id)
    .execute();
  await tx
    .updateTable('auctions')
    .set({ allows_max_bids: true })
    .where('company_id', '=', company.id)
    .execute();
  await sql`
    with held as (
      select s.auction_id, own.amount, own.amount = s.highest_bid as leads,
        row_number() over (partition by own.amount = s.highest_bid order by s.end_dt) as nth
      from auction_standings s
      join auctions a on a.id = s.auction_id and a.allows_max_bids and not a.hidden_bids
        and a.deleted_at is null
      cross join lateral (
        select max(b.amount) as amount from bids b
        where b.auction_id = s.auction_id and b.service_station_id = ${station.id} and b.removed_at is null
      ) own
      where s.closed_at is null and s.end_dt > now_ms() and own.amount is not null
    ), chosen as (
      select auction_id, leads, case when leads and nth = 1 then amount + ${ABOVE}::integer else amount end as amount
      from held where leads and nth <= 2 or not leads and nth = 1
    ), kept as (
      insert into max_bids (auction_id, service_station_id, user_id, amount, change)
      select auction_id, ${station.id}, ${station.user_id}, amount, 'set' from chosen
    )
    update auction_standings s
    set max_bid = chosen.amount, max_bid_station_id = ${station.id}, max_bid_user_id = ${station.user_id}
    from chosen where s.auction_id = chosen.auction_id and chosen.leads`.execute(tx);
}
