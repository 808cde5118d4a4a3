import type { Bid } from '@restvarde/contract/bids/bids';
import { MY_BIDS_LIMIT, type MyBid } from '@restvarde/contract/bids/my-bids';
import { PAGE_SIZE, type Page } from '@restvarde/contract/paging';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { notEnded, visible } from '../auctions/access/visibility.ts';
import { type Queryable, queryPlanned } from '../db/pool.ts';
import { MAX_ROW_ID, nextUrl, readParts, writeCursor } from '../http/cursor.ts';
import { refuse } from '../http/domain-error.ts';

interface BidRow {
  id: number;
  bid: number;
  created_at: Date;
  service_station_name: string | null;
  is_winning_bid: boolean;
  is_offer: boolean;
  automatic: boolean;
}

/**
 * Returns a page of an auction's bids, newest first, without removed bids (AUC-4, AUC-9).
 * @throws DomainError 404 if the viewer cannot see the auction; 400 for an invalid cursor
 */
export async function listBids(
  db: Queryable,
  viewer: Viewer,
  auction: number,
  cursor: string | undefined,
): Promise<Page<Bid>> {
  const size = PAGE_SIZE.bids;
  const [before] = cursor === undefined ? [MAX_ROW_ID] : readParts(cursor, ['id']);
  const statement = sql<{ bids: (Omit<BidRow, 'created_at'> & { created_at: string })[] }>`
    select (
      select coalesce(json_agg(t), '[]') from (
        select b.id, b.amount as bid, b.placed_at as created_at,
          case when station.removed_at is null then station.name end as service_station_name,
          b.id is not distinct from s.winning_bid_id as is_winning_bid, b.is_offer,
          b.is_automatic as automatic
        from bids b join service_stations station on station.id = b.service_station_id
        where b.auction_id = a.id and b.removed_at is null and b.id < ${before}
        order by b.id desc
        limit ${size + 1}
      ) t
    ) as bids
    from auctions a join auction_standings s on s.auction_id = a.id
    where a.id = ${auction} and ${visible(viewer)}`;
  const [row] = await queryPlanned(db, 'bids', statement);
  const found = row?.bids;
  if (!found) throw refuse.notFound();
  const results = found
    .slice(0, size)
    .map((bid) => ({ ...bid, created_at: new Date(bid.created_at).toISOString() }));
  const last = results.at(-1);
  const path = `/api/auctions/${auction}/bids`;
  return {
    results,
    next: found.length > size && last ? nextUrl(path, {}, writeCursor([last.id])) : null,
  };
}

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
