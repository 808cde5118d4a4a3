import type { AuctionState } from '@restvarde/contract/auctions/auction-rules';
import { MY_GROUPS, type MyGroup } from '@restvarde/contract/auctions/my-groups';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import {
  and,
  type Condition,
  hasBidOf,
  type Source,
  type Sources,
  takesPart,
} from '../access/visibility.ts';

/** A group of the list: sources in one state. */
export interface ListGroup {
  state: AuctionState;
  sources: Source[];
}

/**
 * Returns the groups of Mina auktioner: `myGroupOf` of the contract, as SQL. Like the states, groups are those at
 * the time of the first page, so that a bid placed during paging moves nothing past it (LIST-4, LIST-6).
 */
export function groupsOf(
  viewer: Viewer,
  states: AuctionState[],
  sources: Sources,
  asOf: Date | null,
): ListGroup[] {
  const isValid =
    asOf === null
      ? sql<boolean>`b.removed_at is null`
      : sql<boolean>`(b.placed_at <= ${asOf} and (b.removed_at is null or b.removed_at > ${asOf}))`;
  // `bidder_ids` rules out auctions without a bid before anything else is read.
  const hasBid = and([
    hasBidOf(viewer),
    sql<boolean>`exists (
      select from bids b
      where b.service_station_id = ${viewer.service_station_id} and b.auction_id = a.id and ${isValid}
      offset 0
    )`,
  ]);
  // In an open auction bids rise, so that the last valid bid is the highest.
  const leads = sql<boolean>`(
    select b.service_station_id from bids b
    where b.auction_id = a.id and ${isValid} order by b.id desc limit 1
  ) = ${viewer.service_station_id}`;
  // An offer that was open then, by the clock (OFFER-8).
  const at = asOf === null ? sql`(select now_ms())` : sql`${asOf}::timestamptz`;
  const offered = sql`
    select o.auction_id from offers o join bids b on b.auction_id = o.auction_id and b.id = o.bid_id
    where b.service_station_id = ${viewer.service_station_id} and o.created_at <= ${at}
      and o.expires_at > ${at} and (o.settled_at is null or o.settled_at > ${at})`;
  const hasOffer = sql<boolean>`a.id in (${offered})`;
  // As an array, because there are few and the planner does not know it.
  const isOffered = sql<boolean>`a.id in (select unnest(array(${offered})))`;
  const within: Record<MyGroup, Condition[]> = {
    offer: [hasOffer],
    ended: [sql<boolean>`not ${hasOffer}`],
    outbid: [sql<boolean>`not a.hidden_bids`, hasBid, sql<boolean>`not ${leads}`],
    leading: [sql<boolean>`not a.hidden_bids`, hasBid, leads],
    sealed: [sql<boolean>`a.hidden_bids`, hasBid],
    watched: [takesPart(viewer), sql<boolean>`not ${hasBid}`],
  };
  return MY_GROUPS.flatMap((group): ListGroup[] => {
    const state = group === 'ended' || group === 'offer' ? 'ended' : 'active';
    if (!states.includes(state)) return [];
    const selective =
      group === 'offer' ? { test: sql<boolean>`true`, found: isOffered, isRare: true } : null;
    const of = (source: Source) => ({
      where: and([source.where, ...within[group]]),
      selective: selective ?? source.selective,
    });
    return [{ state, sources: sources[state].map(of) }];
  });
}
