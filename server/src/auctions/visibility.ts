import type { AuctionState } from '@restvarde/contract/auction-rules';
import type { Viewer } from '@restvarde/contract/roles';
import { type RawBuilder, sql } from 'kysely';

/** A condition on `auctions a join auction_standings s`. */
export type Condition = RawBuilder<boolean>;

export const and = (conditions: Condition[]): Condition =>
  sql<boolean>`(${sql.join(conditions, sql` and `)})`;

/** The auctions that a station has bid on or watches (LIST-6). */
export const participated = (viewer: Viewer): Condition => sql<boolean>`a.id in (
  select b.auction_id from bids b where b.service_station_id = ${viewer.service_station_id}
  union
  select w.auction_id from alerts w where w.service_station_id = ${viewer.service_station_id}
)`;

export const started: Condition = sql<boolean>`a.start_dt <= statement_timestamp()`;
export const notStarted: Condition = sql<boolean>`a.start_dt > statement_timestamp()`;
export const ended: Condition = sql<boolean>`s.end_dt <= statement_timestamp()`;
/** Not past its end; the latch beside it lets the index of what is open serve. */
export const notEnded: Condition = sql<boolean>`(
  s.end_dt > statement_timestamp() and s.closed_at is null and a.closed_at is null
)`;

/** Offered to a station: `offeredTo` of the contract, as SQL (ROLE-17). */
const offered = (viewer: Viewer): Condition =>
  viewer.category_ids.length === 0
    ? sql<boolean>`(a.is_global or a.company_id = ${viewer.company_id})`
    : sql<boolean>`((a.is_global or a.company_id = ${viewer.company_id}) and exists (
        select from auction_categories ac
        where ac.auction_id = a.id and ac.category_id = any(${viewer.category_ids}::integer[])
      ))`;

/** The tenant's wall: what of all auctions exists at all for the caller (ROLE-15, ROLE-17). */
export interface Scope {
  /** On every auction, whatever its state. */
  always: Condition;
  upcoming: Condition | null;
  active: Condition;
  ended: Condition;
}

/**
 * What a viewer may see, by the auction's state. Staff: their own company's. A superuser: everything, or
 * one company's. A station: what is offered to it, and of what has ended that which it took part in.
 */
export function scopeOf(viewer: Viewer, company: number | null): Scope {
  if (viewer.service_station_id !== null) {
    return {
      always: sql<boolean>`a.deleted_at is null`,
      upcoming: null,
      active: and([started, notEnded, offered(viewer)]),
      ended: and([ended, participated(viewer)]),
    };
  }
  const own =
    viewer.is_superuser && company === null
      ? sql<boolean>`a.deleted_at is null`
      : sql<boolean>`(a.deleted_at is null and a.company_id = ${company} and s.company_id = ${company})`;
  return {
    always: own,
    upcoming: and([notStarted, notEnded]),
    active: and([started, notEnded]),
    ended,
  };
}

/**
 * What of each state a list is read from, as branches that an index serves. Its later pages are divided as
 * its first one was, at `asOf`: what has begun since is still upcoming to them, and what has ended since
 * still runs, so that nothing crosses a seam that has been passed (LIST-4).
 */
export function sourcesOf(scope: Scope, asOf: Date | null): Record<AuctionState, Condition[]> {
  if (asOf === null) {
    const upcoming = scope.upcoming === null ? [] : [scope.upcoming];
    return { upcoming, active: [scope.active], ended: [scope.ended] };
  }
  const begun = sql<boolean>`a.start_dt <= ${asOf}`;
  const notBegun = sql<boolean>`a.start_dt > ${asOf}`;
  const endedSince = and([sql<boolean>`s.end_dt > ${asOf}`, scope.ended]);
  // «Avsluta» has moved the end, which is the place in the order: it comes among the ended.
  const cut = sql<boolean>`a.cancelled_at is not null`;
  const inTime = sql<boolean>`a.cancelled_at is null`;
  return {
    upcoming:
      scope.upcoming === null
        ? []
        : [and([notBegun, notEnded]), and([notBegun, inTime, endedSince])],
    active: [and([begun, scope.active]), and([begun, inTime, endedSince])],
    ended: [and([sql<boolean>`s.end_dt <= ${asOf}`, scope.ended]), and([cut, endedSince])],
  };
}

/** May the viewer see this auction, whatever its state (ROLE-14)? */
export function visible(viewer: Viewer): Condition {
  const scope = scopeOf(viewer, viewer.is_superuser ? null : viewer.company_id);
  if (viewer.service_station_id === null) return scope.always;
  return sql<boolean>`(${scope.always} and (${scope.active} or ${scope.ended}))`;
}
