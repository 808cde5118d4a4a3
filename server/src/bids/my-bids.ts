import { MY_BIDS_LIMIT, type MyBid } from '@restvarde/contract/bids/my-bids';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { notEnded, visible } from '../auctions/access/visibility.ts';
import { type Queryable, queryPlanned } from '../db/pool.ts';

/**
 * Returns the standing of the caller's station in running auctions it has bid in, earliest end first, without
 * sealed auctions (LIVE-8, AUC-13).
 */
export async function listMyBids(db: Queryable, viewer: Viewer): Promise<MyBid[]> {
  const statement = sql<Omit<MyBid, 'standing_at'> & { standing_at: Date }>`
    select a.id as auction_id, a.manufacturer, a.model, own.amount as my_bid, s.highest_bid,
      s.changed_at as standing_at
    from auction_standings s
    join auctions a on a.id = s.auction_id
    cross join lateral (
      select max(b.amount) as amount
      from bids b
      where b.service_station_id = ${viewer.service_station_id} and b.auction_id = a.id
        and b.removed_at is null
    ) own
    where ${viewer.service_station_id}::integer = any(s.bidder_ids)
      and not a.hidden_bids
      and ${notEnded}
      and ${visible(viewer)}
      and own.amount is not null
    order by s.end_dt, a.id
    limit ${sql.lit(MY_BIDS_LIMIT)}`;
  const rows = await queryPlanned(db, 'my-bids', statement);
  return rows.map((row) => ({ ...row, standing_at: row.standing_at.toISOString() }));
}
