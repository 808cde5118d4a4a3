import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';

/** Ends the maximums of a station in these auctions, which the caller has locked (AUTO-11). Bids remain. */
export async function endMaxBids(
  tx: Tx,
  station: number,
  auctions: number[],
  change: 'bid_removed' | 'station_removed',
): Promise<void> {
  await sql`
    with ended as (
      insert into max_bids (auction_id, service_station_id, change)
      select locked.auction, ${station}::integer, ${change}
      from unnest(${auctions}::integer[]) as locked (auction)
      where ${newestMaxBid(station, sql`locked.auction`)} is not null
    )
    update auction_standings s
    set max_bid = null, max_bid_station_id = null, max_bid_user_id = null
    where s.auction_id = any(${auctions}::integer[]) and s.max_bid_station_id = ${station}`.execute(
    tx,
  );
}

/** Returns the ids of the auctions in which a station has a maximum and which are not closed yet. */
export async function readMaxBidAuctions(tx: Tx, station: number): Promise<number[]> {
  const { rows } = await sql<{ auction_id: number }>`
    select m.auction_id
    from max_bids m join auction_standings s on s.auction_id = m.auction_id and s.closed_at is null
    where m.service_station_id = ${station}
    group by m.auction_id
    having ${newestMaxBid(station, sql`m.auction_id`)} is not null`.execute(tx);
  return rows.map(({ auction_id }) => auction_id);
}

/** SQL: the amount of a station's maximum in an auction; null if it has none. */
const newestMaxBid = (station: number, auction: ReturnType<typeof sql>) => sql`(
  select newest.amount from max_bids newest
  where newest.service_station_id = ${station} and newest.auction_id = ${auction}
  order by newest.id desc
  limit 1
)`;
