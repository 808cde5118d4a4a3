import type { AuctionState } from '@restvarde/contract/auctions/auction-rules';
import type { Viewer } from '@restvarde/contract/roles';
import { type RawBuilder, sql } from 'kysely';

/** A condition on `auctions a join auction_standings s`. */
export type Condition = RawBuilder<boolean>;

export const and = (conditions: Condition[]): Condition =>
  sql<boolean>`(${sql.join(conditions, sql` and `)})`;

/** A station as a condition on auctions knows it: the caller's own, or one of many in a query. */
export interface StationTerms {
  id: RawBuilder<unknown>;
  company: RawBuilder<unknown>;
  /** One of the auction's categories is among the station's, or it has none. */
  deals: Condition;
  /** It is authorised to dismantle (DISM-2). */
  dismantles: Condition;
}

/** The caller's station. */
function stationOf(viewer: Viewer): StationTerms {
  return {
    id: sql`${viewer.service_station_id}::integer`,
    company: sql`${viewer.company_id}::integer`,
    deals:
      viewer.category_ids.length === 0
        ? sql<boolean>`true`
        : sql<boolean>`${viewer.category_ids}::integer[] && array(
            select category_id from auction_categories where auction_id = a.id
          )`,
    // Asked once a query, by the database's day (DISM-4).
    dismantles: sql<boolean>`(select is_dismantler(${viewer.service_station_id}::integer))`,
  };
}

/** A row of `service_stations st`. */
export const STATION_ROW: StationTerms = {
  id: sql`st.id`,
  company: sql`st.company_id`,
  deals: sql<boolean>`(
    not exists (select from service_station_categories own where own.service_station_id = st.id)
    or exists (
      select from auction_categories ac
      join service_station_categories own
        on own.category_id = ac.category_id and own.service_station_id = st.id
      where ac.auction_id = a.id
    )
  )`,
  dismantles: sql<boolean>`is_dismantler(st.id)`,
};

const isThere: Condition = sql<boolean>`a.deleted_at is null`;
export const started: Condition = sql<boolean>`a.start_dt <= statement_timestamp()`;
export const notStarted: Condition = sql<boolean>`a.start_dt > statement_timestamp()`;
const pastEnd: Condition = sql<boolean>`s.end_dt <= statement_timestamp()`;
/**
 * Closed by a clock that was ahead and has been set back since: its end is still to come (OPS-5). Looked up one by one: they
 * are next to none, and the planner takes them for many.
 */
const closedEarly: Condition = sql<boolean>`s.auction_id = any(array(
  select auction_id from every_standing where end_dt > statement_timestamp() and closed_at is not null
))`;
/** Past its end, or closed, whatever a clock says: `readPhase` as SQL. */
export const ended: Condition = sql<boolean>`(${pastEnd} or s.closed_at is not null)`;
/** Not past its end; the flag beside it lets the index of what is open serve. */
export const notEnded: Condition = sql<boolean>`(
  s.end_dt > statement_timestamp() and s.closed_at is null and a.closed_at is null
)`;
/** The same along an index of the ends, whose own row says no more of it: the auction's is read anyway. */
const notEndedByEnd: Condition = sql<boolean>`(
  s.end_dt > statement_timestamp() and a.closed_at is null
)`;
/**
 * What is asked of a row when it has been read: the planner guesses of no part of it how many meet it, and takes the whole
 * for half. It takes the signs of one thing for so many rare ones, and would sort all that runs for a page.
 */
const tested = (condition: Condition): Condition => sql<boolean>`(select ${condition})`;
/** The same in another order than that of the ends. */
const notEndedTested: Condition = sql<boolean>`(
  a.closed_at is null and ${tested(sql<boolean>`s.end_dt > statement_timestamp()`)}
)`;
/** It runs, and takes bids. */
export const isActive: Condition = sql<boolean>`(${started} and ${notEnded})`;

/** Within the station's reach: its own company's, or for all workshops. */
export const inSalesArea = (station: StationTerms): Condition =>
  sql<boolean>`(a.is_global or a.company_id = ${station.company})`;

const hasBid = (station: StationTerms): Condition =>
  sql<boolean>`${station.id} = any(s.bidder_ids)`;

/** The caller's station has bid on it. */
export const hasBidOf = (viewer: Viewer): Condition => hasBid(stationOf(viewer));

/** It has bid, or watches: a row's own test, where `participated` finds the rows. */
const hasPart = (station: StationTerms): Condition =>
  sql<boolean>`(${hasBid(station)} or exists (
    select from alerts w where w.service_station_id = ${station.id} and w.auction_id = a.id
  ))`;

/** Only authorised dismantlers are to see it: `isForDismantlersOnly` of the contract, as SQL (DISM-3). */
export const isForDismantlers: Condition = sql<boolean>`(
  a.dismantling_bidders = 'authorised_only' and a.damage_condition = 'DISASSEMBLY'
)`;

/** Bids on it are taken from authorised dismantlers alone: `takesDismantlersOnly` of the contract, as SQL (DISM-3). */
export const takesDismantlersOnly: Condition = sql<boolean>`(
  a.dismantling_bidders <> 'all' and a.damage_condition = 'DISASSEMBLY'
)`;

/** It runs, and takes the bids of the caller's station, which may see it; null for staff (DISM-3). */
export const mayBid = (viewer: Viewer): RawBuilder<boolean | null> =>
  viewer.service_station_id === null
    ? sql`null::boolean`
    : sql`(${isActive} and (not ${takesDismantlersOnly} or ${stationOf(viewer).dismantles}))`;

const isOffered = (station: StationTerms): Condition =>
  and([
    inSalesArea(station),
    station.deals,
    sql<boolean>`(not ${isForDismantlers} or ${station.dismantles})`,
  ]);

/** Offered to the station, or bid on by it: `mayTakePart` of the contract, as SQL (ROLE-17). */
const mayTakePart = (station: StationTerms): Condition =>
  sql<boolean>`(${isOffered(station)} or ${hasBid(station)})`;

/**
 * The auctions that a station has bid on, or that it watches while they are offered to it (LIST-6, ROLE-17). Read
 * from the station's side, so that an index serves it however many have ended.
 */
export function participated(viewer: Viewer): Condition {
  const station = stationOf(viewer);
  return sql<boolean>`a.id in (select unnest(array(
    select b.auction_id from bids b where b.service_station_id = ${station.id}
    union
    select w.auction_id from alerts w join auctions a on a.id = w.auction_id
    where w.service_station_id = ${station.id} and ${isOffered(station)}
  )))`;
}

/** The caller's station has bid on it, or watches it (LIST-6). */
export const takesPart = (viewer: Viewer): Condition => hasPart(stationOf(viewer));

/** A condition that few auctions may meet, or most. */
export interface Selective {
  /** As a row is tried. */
  test: Condition;
  /** The same, as an index finds the rows. */
  found: Condition;
  /** They are few in any list, and not tried for. */
  isRare?: boolean;
}

/** Of the two tables to an auction that whose index gives an order. */
export type AuctionTable = 'auctions' | 'standings';

/** The tenant's wall: what of all auctions exists at all for the caller (ROLE-15, ROLE-17). */
export interface Scope {
  /** On every auction, whatever its state. */
  always: Condition;
  /**
   * The same along an index of either table. That both are a company's is one thing, and two to the planner, who takes what both
   * hold of for so rare that it keeps no plan; along the standings it needs both, or reads past all that have ended. Which
   * company's the planner is not told, who would keep no plan for one that has more than most.
   */
  along: Record<AuctionTable, Condition>;
  /** The same of an auction where it is told, since a plan is made for what is asked anyway. */
  told: Condition;
  /** The same where the rows are found by what is rarer: no index serves it. */
  tested: Condition;
  /** The same where they are found by what is searched for in texts, whose indexes alone serve it. */
  searched: Condition;
  upcoming: Condition | null;
  active: Condition;
  /** Of what runs, beside that it does: null where all of it is the caller's. */
  offered: Condition | null;
  ended: Condition;
  /** Of what has ended, beside that it has: null where all of it is the caller's. */
  ofEnded: Selective | null;
}

/**
 * What a viewer may see, by the auction's state, each as an index serves it. Staff: their own company's. A
 * superuser: everything, or one company's. A station: what it may take part in, and of what has ended that in
 * which it did.
 */
export function scopeOf(viewer: Viewer, company: number | null): Scope {
  if (viewer.service_station_id !== null) {
    const station = stationOf(viewer);
    return {
      always: isThere,
      along: { auctions: isThere, standings: isThere },
      told: isThere,
      tested: isThere,
      searched: isThere,
      upcoming: null,
      active: and([started, notEnded, mayTakePart(station)]),
      offered: mayTakePart(station),
      ended,
      ofEnded: { test: and([hasPart(station), mayTakePart(station)]), found: participated(viewer) },
    };
  }
  const isAll = viewer.is_superuser && company === null;
  const ofCompany = (own: Condition) => (isAll ? isThere : and([isThere, own]));
  const untold = sql`(select ${company}::integer)`;
  const ofBoth = ofCompany(sql<boolean>`a.company_id = ${company} and s.company_id = ${company}`);
  return {
    always: ofBoth,
    along: {
      auctions: ofCompany(sql<boolean>`a.company_id = ${untold}`),
      standings: ofCompany(sql<boolean>`a.company_id = ${company} and s.company_id = ${untold}`),
    },
    told: ofCompany(sql<boolean>`a.company_id = ${company}`),
    tested: ofCompany(sql<boolean>`a.company_id * 1 = ${company}::integer`),
    searched: ofCompany(sql<boolean>`a.company_id + 0 = ${company}::integer`),
    upcoming: and([notStarted, notEnded]),
    active: and([started, notEnded]),
    offered: null,
    ended,
    ofEnded: null,
  };
}

/** Rows of one table along one of its indexes, each with its auction `a` and standing `s`. */
export interface Along {
  from: RawBuilder<unknown>;
  /** Which of them; null for all. */
  where: Condition | null;
  /** What they are in order by, and the auction's id, as the index has them. */
  key: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
}

/** What of a state a list is read from. */
export interface Source {
  /** As an index serves it. */
  where: Condition;
  /** What else holds of its rows. */
  few: Selective | null;
  /** What alone is walked for its order; without it the planner chooses. */
  along?: Along;
  /** `openAt` holds of all its rows: they are little of all there is, and stand in indexes of their own. */
  isOpen?: boolean;
  /** An instant divides it, which decides how it is read best: it is planned each time. */
  isDated?: boolean;
}

/** The ranges of each state, and those of the ended ones that «Avsluta» has moved there since the first page. */
export type Sources = Record<AuctionState | 'cut', Source[]>;

/**
 * What of each state a list is read from, as ranges that an index serves; `byEnd` where that is the index of the
 * ends, in which those that were closed early stand beyond all that run. Its later pages are divided as
 * its first one was, at `asOf`: what has begun since is still upcoming to them, and what has ended since
 * still runs, so that nothing crosses a seam that has been passed (LIST-4).
 */
export function sourcesOf(scope: Scope, asOf: Date | null, { byEnd }: { byEnd: boolean }): Sources {
  const upcoming = (...conditions: Condition[]): Source => ({
    where: and([...conditions, byEnd ? notEnded : notEndedTested]),
    few: null,
    isOpen: true,
  });
  const active = (...conditions: Condition[]): Source => ({
    where: and([
      ...conditions,
      started,
      ...(scope.offered ? [tested(scope.offered)] : []),
      byEnd ? notEndedByEnd : notEndedTested,
    ]),
    few: null,
    isOpen: true,
  });
  /** One of the conditions says that it has ended. */
  const over = (...conditions: Condition[]): Source => ({
    where: and(conditions),
    few: scope.ofEnded,
  });
  /** What has ended, by then, and what was closed before its end. */
  const allOver = (past: Condition): Source[] =>
    byEnd ? [over(past), over(closedEarly)] : [over(sql<boolean>`(${past} or ${closedEarly})`)];
  const hasUpcoming = scope.upcoming !== null;
  if (asOf === null) {
    return {
      upcoming: hasUpcoming ? [upcoming(notStarted)] : [],
      active: [active()],
      ended: allOver(pastEnd),
      cut: [],
    };
  }
  const begun = sql<boolean>`a.start_dt <= ${asOf}`;
  const notBegun = sql<boolean>`a.start_dt > ${asOf}`;
  const endedSince = [sql<boolean>`s.end_dt > ${asOf}`, pastEnd];
  // «Avsluta» has moved the end, which is the place in the order: it comes among the ended.
  const cut = [over(sql<boolean>`a.cancelled_at is not null`, ...endedSince)];
  const since = (condition: Condition): Source => ({
    ...over(condition, sql<boolean>`a.cancelled_at is null`, ...endedSince),
    isOpen: true,
  });
  const dated = (sources: Source[]) => sources.map((source) => ({ ...source, isDated: true }));
  return {
    upcoming: dated(hasUpcoming ? [upcoming(notBegun), since(notBegun)] : []),
    active: dated([active(begun), since(begun)]),
    ended: dated([...allOver(and([sql<boolean>`s.end_dt <= ${asOf}`, pastEnd])), ...cut]),
    cut: dated(cut),
  };
}

/** It is not closed, or has ended since then (null: now): as indexes serve it, which hold of what is open alone. */
export const openAt = (asOf: Date | null): Condition =>
  asOf === null
    ? sql<boolean>`a.closed_at is null`
    : sql<boolean>`(a.closed_at is null or a.id = any(array(
        select auction_id from every_standing where end_dt > ${asOf} and end_dt <= statement_timestamp()
      )))`;

/** May the viewer see this auction, whatever its state: `maySee` of the contract, as SQL (ROLE-14). */
export function visible(viewer: Viewer): Condition {
  if (viewer.service_station_id !== null) return visibleTo(stationOf(viewer));
  return scopeOf(viewer, viewer.is_superuser ? null : viewer.company_id).always;
}

/** The same for any station (ROLE-17). */
export function visibleTo(station: StationTerms): Condition {
  return sql<boolean>`(
    a.deleted_at is null and ${started} and ${mayTakePart(station)} and (${notEnded} or ${hasPart(station)})
  )`;
}
