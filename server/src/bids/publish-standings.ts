import { maySee, type Visible } from '@restvarde/contract/auctions/auction-rules';
import { minimumBid } from '@restvarde/contract/bids/bid-rules';
import { stateOfMax } from '@restvarde/contract/bids/max-bid-rules';
import type { BidIncrement } from '@restvarde/contract/companies/companies';
import type { LiveMessage } from '@restvarde/contract/live';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { isForDismantlers } from '../auctions/access/visibility.ts';
import { type Queryable, queryPlanned } from '../db/pool.ts';
import type { AuctionUpdate, Change } from '../live/hub.ts';

interface StandingRow extends Visible {
  auction_id: number;
  hidden_bids: boolean;
  start_bid: number;
  bid_increments: BidIncrement[];
  end_dt: Date;
  highest_bid: number | null;
  bid_count: number;
  changed_at: Date;
  end_changed_at: Date;
  /** By station: its own highest bid, and when one of its bids last changed. */
  own: Record<string, { amount: number | null; changed_at: string | null }>;
  /** By station: its maximum. Only of stations in the change (AUTO-9). */
  max_bids: Record<string, number>;
  leader: number | null;
}

/**
 * Reads changed auctions in one statement and renders what each listener may see of them (LIVE-2, LIVE-3). A
 * station's own bid is read only if it has changed, or if a change of a sealed auction is public.
 */
export async function readUpdates(
  db: Queryable,
  changes: Map<number, Change>,
  stations: number[],
): Promise<AuctionUpdate[]> {
  const bidders = [...new Set([...changes.values()].flatMap(changedFor))];
  const maxBidders = [...new Set([...changes.values()].flatMap((change) => [...change.max_bids]))];
  const publicIds = [...changes.keys()].filter((id) => isPublic(changes.get(id)!));
  const statement = sql<StandingRow>`
    select s.auction_id, a.company_id, a.is_global,
      array(select category_id from auction_categories c where c.auction_id = a.id) as category_ids,
      ${isForDismantlers} as is_for_dismantlers,
      a.hidden_bids, a.start_bid, a.bid_increments, s.end_dt, s.highest_bid, s.bid_count,
      s.changed_at, s.end_changed_at,
      a.deleted_at is not null as is_deleted, a.start_dt <= now_ms() as has_started,
      s.closed_at is not null as has_ended, s.bidder_ids,
      array(
        select service_station_id from alerts w where s.closed_at is not null and w.auction_id = a.id
      ) as watcher_ids,
      (
        select coalesce(json_object_agg(station, json_build_object('amount', b.amount, 'changed_at', b.changed_at)), '{}')
        from unnest(
          case when a.hidden_bids and a.id = any(${publicIds}::integer[]) then ${stations}::integer[]
            else ${bidders}::integer[] end
        ) as station
        cross join lateral (
          select max(b.amount) filter (where b.removed_at is null and not b.is_offer) as amount,
            max(greatest(b.placed_at, b.removed_at, b.outcome_at)) as changed_at
          from bids b where b.service_station_id = station and b.auction_id = a.id
        ) b
      ) as own,
      ${maxBidders.length === 0 ? sql`'{}'::json` : maxBidsOf(maxBidders)} as max_bids,
      leading_bid.service_station_id as leader
    from unnest((select ${[...changes.keys()]}::integer[])) as changed (id)
    join auction_standings s on s.auction_id = changed.id
    join auctions a on a.id = changed.id
    left join bids leading_bid on leading_bid.auction_id = s.auction_id and leading_bid.id = s.leading_bid_id`;
  // The subselect hides the number of ids from the planner, which would otherwise replan for each number.
  const rows = await queryPlanned(db, 'standings', statement);
  return rows.map((row) => toUpdate(row, changes.get(row.auction_id)!));
}

/** Stations for which something changed that only they see. */
const changedFor = ({ own, max_bids }: Change) => [...own, ...max_bids];

/** The maximums of stations in the auction `a` that have one. */
const maxBidsOf = (stations: number[]) => sql`(
  select coalesce(json_object_agg(station, newest.amount), '{}')
  from unnest(${stations}::integer[]) as station
  cross join lateral (
    select m.amount from max_bids m
    where m.service_station_id = station and m.auction_id = a.id
    order by m.id desc
    limit 1
  ) newest
  where newest.amount is not null
)`;

/** Whether everybody may see this change of a sealed auction: its end or its facts (LIVE-3). */
const isPublic = (change: Change) => change.end || change.facts;

function toUpdate(row: StandingRow, change: Change): AuctionUpdate {
  const full: LiveMessage = {
    auction_id: row.auction_id,
    bid: row.highest_bid,
    min_bid: minimumBid(row, row.highest_bid),
    end_dt: row.end_dt.toISOString(),
    at: row.changed_at.toISOString(),
    bid_count: row.bid_count,
    closed: row.has_ended,
    ...((change.facts || change.sale) && { facts_changed: true }),
  };
  // Rendered once for all viewers with full access.
  const shared = JSON.stringify(full);

  /** A station's maximum, if it or its state changed; none after the end. */
  const maxBidOf = (station: number | null) => {
    if (station === null || !change.max_bids.has(station)) return {};
    const amount = row.has_ended ? undefined : row.max_bids[String(station)];
    if (amount === undefined) return { my_max_bid: null, my_max_state: null };
    const state = stateOfMax(amount, row.leader === station, row.highest_bid);
    return { my_max_bid: amount, my_max_state: state };
  };

  const messageFor = (viewer: Viewer, isOwn: boolean): string | null => {
    const isStation = viewer.service_station_id !== null;
    const isSealed = row.hidden_bids && isStation;
    if (isStation && !isOwn && !(isSealed ? isPublic(change) : change.all)) return null;
    if (!isSealed && !isOwn) return shared;
    const own = row.own[String(viewer.service_station_id)];
    const my_bid = own?.amount ?? null;
    if (!isSealed) {
      const mine = maxBidOf(viewer.service_station_id);
      return JSON.stringify({ ...full, my_bid, ...mine } satisfies LiveMessage);
    }
    // Sealed: only the end, the seller's facts and the station's own bid. No time may come from a rival (AUC-13).
    const ownChange = own?.changed_at ? Date.parse(own.changed_at) : 0;
    const { facts_changed: _changed, ...standing } = full;
    return JSON.stringify({
      ...standing,
      // A change of a rival's sale is not sent.
      ...((change.facts || (change.sale && isOwn)) && { facts_changed: true }),
      bid: my_bid,
      my_bid,
      min_bid: minimumBid(row, my_bid),
      bid_count: null,
      at: new Date(Math.max(row.end_changed_at.getTime(), ownChange)).toISOString(),
    } satisfies LiveMessage);
  };
  // Send the end to everybody who could see the auction while it was active, even if they no longer can.
  const asItRan = change.end && row.has_ended && { ...row, is_deleted: false, has_ended: false };
  return {
    auction_id: row.auction_id,
    isVisibleTo: (viewer) => maySee(viewer, row),
    messageFor(viewer) {
      if (!maySee(viewer, asItRan || row)) return null;
      const station = viewer.service_station_id;
      const isOwn = station !== null && changedFor(change).includes(station);
      return messageFor(viewer, isOwn);
    },
  };
}
