import type { AuctionState } from '@restvarde/contract/auctions/auction-rules';
import { MY_GROUPS, type MyGroup } from '@restvarde/contract/auctions/my-groups';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { and, type Condition, takesPart } from '../access/visibility.ts';

/** What the list is read from, a part of it at a time, each of one state. */
export interface ListGroup {
  state: AuctionState;
  sources: Condition[];
}

/**
 * The groups of Mina auktioner: `myGroupOf` of the contract, as SQL. As the states they are those of the
 * first page, so that a bid that comes while somebody pages moves nothing past them (LIST-4, LIST-6).
 */
export function groupsOf(
  viewer: Viewer,
  states: AuctionState[],
  sources: Record<AuctionState, Condition[]>,
  asOf: Date | null,
): ListGroup[] {
  const stood =
    asOf === null
      ? sql<boolean>`b.removed_at is null`
      : sql<boolean>`(b.placed_at <= ${asOf} and (b.removed_at is null or b.removed_at > ${asOf}))`;
  const hasBid = sql<boolean>`a.id in (
    select b.auction_id from bids b where b.service_station_id = ${viewer.service_station_id} and ${stood}
  )`;
  // In an open auction bids rise, so that the last one that stands is the highest.
  const leads = sql<boolean>`(
    select b.service_station_id from bids b
    where b.auction_id = a.id and ${stood} order by b.id desc limit 1
  ) = ${viewer.service_station_id}`;
  const running: Record<Exclude<MyGroup, 'ended'>, Condition[]> = {
    outbid: [sql<boolean>`not a.hidden_bids`, hasBid, sql<boolean>`not ${leads}`],
    leading: [sql<boolean>`not a.hidden_bids`, hasBid, leads],
    sealed: [sql<boolean>`a.hidden_bids`, hasBid],
    watched: [takesPart(viewer), sql<boolean>`not ${hasBid}`],
  };
  return MY_GROUPS.flatMap((group): ListGroup[] => {
    const state = group === 'ended' ? 'ended' : 'active';
    if (!states.includes(state)) return [];
    const of = (source: Condition) =>
      group === 'ended' ? source : and([source, ...running[group]]);
    return [{ state, sources: sources[state].map(of) }];
  });
}
