import { offeredTo } from '@restvarde/contract/auction-rules';
import { minimumBid } from '@restvarde/contract/bid-rules';
import type { BidIncrement } from '@restvarde/contract/companies';
import type { LiveMessage } from '@restvarde/contract/live';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { Queryable } from '../db/pool.ts';
import type { Change, Telling } from '../live/hub.ts';

interface StandingRow {
  auction_id: number;
  company_id: number;
  is_global: boolean;
  category_ids: number[];
  hidden_bids: boolean;
  start_bid: number;
  bid_increments: BidIncrement[];
  end_dt: Date;
  highest_bid: number | null;
  bid_count: number;
  closed: boolean;
  changed_at: Date;
  end_changed_at: Date;
  started: boolean;
  /** By station: its own highest bid, and when a bid of its own last changed. */
  own: Record<string, { amount: number | null; changed_at: string | null }>;
}

/**
 * Reads changed auctions in one statement and renders what each listener may know of them (LIVE-2, LIVE-3).
 * A station's own bid is read where it counts: of a sealed auction, or when it has changed.
 */
export async function readTellings(
  db: Queryable,
  changes: Map<number, Change>,
  stations: number[],
): Promise<Telling[]> {
  const bidders = [...new Set([...changes.values()].flatMap((change) => [...change.own]))];
  const { rows } = await sql<StandingRow>`
    select s.auction_id, a.company_id, a.is_global,
      array(select category_id from auction_categories c where c.auction_id = a.id) as category_ids,
      a.hidden_bids, a.start_bid, a.bid_increments, s.end_dt, s.highest_bid, s.bid_count,
      s.closed_at is not null as closed, s.changed_at, s.end_changed_at, a.start_dt <= now_ms() as started,
      (
        select coalesce(json_object_agg(station, json_build_object('amount', b.amount, 'changed_at', b.changed_at)), '{}')
        from unnest(case when a.hidden_bids then ${stations}::integer[] else ${bidders}::integer[] end) as station
        cross join lateral (
          select max(b.amount) filter (where b.removed_at is null) as amount,
            max(greatest(b.placed_at, b.removed_at)) as changed_at
          from bids b where b.service_station_id = station and b.auction_id = a.id
        ) b
      ) as own
    from auction_standings s join auctions a on a.id = s.auction_id
    where s.auction_id = any(${[...changes.keys()]}::integer[])`.execute(db);
  return rows.map((row) => toTelling(row, changes.get(row.auction_id)!));
}

function toTelling(row: StandingRow, change: Change): Telling {
  const whole: LiveMessage = {
    auction_id: row.auction_id,
    bid: row.highest_bid,
    min_bid: minimumBid(row, row.highest_bid),
    end_dt: row.end_dt.toISOString(),
    at: row.changed_at.toISOString(),
    bid_count: row.bid_count,
    closed: row.closed,
    ...(change.facts && { facts_changed: true }),
  };
  // The same bytes for all who may know all: rendered once.
  const shared = JSON.stringify(whole);

  const messageFor = (viewer: Viewer, isOwn: boolean): string | null => {
    const isSealed = row.hidden_bids && viewer.service_station_id !== null;
    if (!isSealed && !isOwn) return shared;
    if (isSealed && !isOwn && !change.end && !change.facts) return null;
    const own = row.own[String(viewer.service_station_id)];
    const my_bid = own?.amount ?? null;
    if (!isSealed) return JSON.stringify({ ...whole, my_bid } satisfies LiveMessage);
    // Sealed: the end, what the seller shows and the station's own, and no time that is a rival's (AUC-13).
    const ownChange = own?.changed_at ? Date.parse(own.changed_at) : 0;
    return JSON.stringify({
      ...whole,
      bid: my_bid,
      my_bid,
      min_bid: minimumBid(row, my_bid),
      bid_count: null,
      at: new Date(Math.max(row.end_changed_at.getTime(), ownChange)).toISOString(),
    } satisfies LiveMessage);
  };
  return {
    auction_id: row.auction_id,
    messageFor(viewer, via) {
      if (via === 'list' && !isListed(viewer, row)) return null;
      const station = viewer.service_station_id;
      return messageFor(viewer, station !== null && change.own.has(station));
    },
  };
}

/** A listener of the lists hears of what its lists may show. */
function isListed(viewer: Viewer, row: StandingRow): boolean {
  if (viewer.is_superuser) return true;
  if (viewer.service_station_id === null) return viewer.company_id === row.company_id;
  return row.started && offeredTo(viewer, row);
}
