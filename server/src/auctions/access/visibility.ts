import type { AuctionState } from '@restvarde/contract/auctions/auction-rules';
import type { Viewer } from '@restvarde/contract/roles';
import { type RawBuilder, sql } from 'kysely';

/** A condition on `auctions a join auction_standings s`. */
export type Condition = RawBuilder<boolean>;

export const and = (conditions: Condition[]): Condition =>
  sql<boolean>`(${sql.join(conditions, sql` and `)})`;

/** A station in SQL terms: the caller's own, or a row of a query. */
export interface StationTerms {
  id: RawBuilder<unknown>;
  company: RawBuilder<unknown>;
  /** The auction has one of the station's categories, or has none. */
  deals: Condition;
  /** The station is an authorised dismantler (DISM-2). */
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
    // Evaluated once per query, with the database's date (DISM-4).
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

const notDeleted: Condition = sql<boolean>`a.deleted_at is null`;
export const started: Condition = sql<boolean>`a.start_dt <= statement_timestamp()`;
export const notStarted: Condition = sql<boolean>`a.start_dt > statement_timestamp()`;
const pastEnd: Condition = sql<boolean>`s.end_dt <= statement_timestamp()`;
/**
 * Closed by a clock that was ahead and has been set back: the end is in the future (OPS-5). A subselect, because
 * such rows are very rare and the planner overestimates them.
 */
const closedEarly: Condition = sql<boolean>`s.auction_id = any(array(
  select auction_id from every_standing where end_dt > statement_timestamp() and closed_at is not null
))`;
/** Past its end, or closed whatever the clock says: `readPhase` as SQL. */
export const ended: Condition = sql<boolean>`(${pastEnd} or s.closed_at is not null)`;
/** Not past its end. The test of `closed_at` makes the index of open auctions usable. */
export const notEnded: Condition = sql<boolean>`(
  s.end_dt > statement_timestamp() and s.closed_at is null and a.closed_at is null
)`;
/** `notEnded` for a scan of an index of the ends, which reads the auction's `closed_at` anyway. */
const notEndedByEnd: Condition = sql<boolean>`(
  s.end_dt > statement_timestamp() and a.closed_at is null
)`;
/**
 * Hides a condition from the planner, which then assumes that half the rows meet it. Otherwise it multiplies the
 * selectivities of dependent conditions, expects few rows and sorts all active auctions for a page.
 */
const opaque = (condition: Condition): Condition => sql<boolean>`(select ${condition})`;
/** `notEnded` for scans in other orders than that of the ends. */
const notEndedOpaque: Condition = sql<boolean>`(
  a.closed_at is null and ${opaque(sql<boolean>`s.end_dt > statement_timestamp()`)}
)`;
/** The auction is active and open for bids. */
export const isActive: Condition = sql<boolean>`(${started} and ${notEnded})`;

/** In the station's sales area: from its own company, or for all workshops. */
export const inSalesArea = (station: StationTerms): Condition =>
  sql<boolean>`(a.is_global or a.company_id = ${station.company})`;

const hasBid = (station: StationTerms): Condition =>
  sql<boolean>`${station.id} = any(s.bidder_ids)`;

/** The caller's station has bid on it. */
export const hasBidOf = (viewer: Viewer): Condition => hasBid(stationOf(viewer));

/** The station has bid or watches: a test of one row. `participated` finds the rows. */
const hasPart = (station: StationTerms): Condition =>
  sql<boolean>`(${hasBid(station)} or exists (
    select from alerts w where w.service_station_id = ${station.id} and w.auction_id = a.id
  ))`;

/** Visible to authorised dismantlers only: `isForDismantlersOnly` of the contract, as SQL (DISM-3). */
export const isForDismantlers: Condition = sql<boolean>`(
  a.dismantling_bidders = 'authorised_only' and a.damage_condition = 'DISASSEMBLY'
)`;

/** Only authorised dismantlers may bid: `takesDismantlersOnly` of the contract, as SQL (DISM-3). */
export const takesDismantlersOnly: Condition = sql<boolean>`(
  a.dismantling_bidders <> 'all' and a.damage_condition = 'DISASSEMBLY'
)`;

/** The auction is active and accepts bids of the caller's station, which may see it. Null for staff (DISM-3). */
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

/** Offered to the station, or the station has bid on it: `mayTakePart` of the contract, as SQL (ROLE-17). */
const mayTakePart = (station: StationTerms): Condition =>
  sql<boolean>`(${isOffered(station)} or ${hasBid(station)})`;

/**
 * The auctions that a station has bid on, or watches while they are offered to it (LIST-6, ROLE-17). Reads from
 * the station's side, so that an index serves it however many auctions have ended.
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

/** The caller's station has bid on it or watches it (LIST-6). */
export const takesPart = (viewer: Viewer): Condition => hasPart(stationOf(viewer));

/** A condition that few or many auctions may meet. */
export interface Selective {
  /** Tests one row. */
  test: Condition;
  /** The same condition, written so that an index finds the rows. */
  found: Condition;
  /** Few rows in any list: always looked up, never scanned for. */
  isRare?: boolean;
}

/** The table whose index provides the order. */
export type AuctionTable = 'auctions' | 'standings';

/** The tenant boundary: which auctions exist for the caller (ROLE-15, ROLE-17). */
export interface Scope {
  /** For every auction, whatever its state. */
  always: Condition;
  /**
   * `always` for a scan of an index of either table. The company is tested on one table only: the planner treats
   * the two tests as independent, expects few rows and keeps no generic plan. An index of the standings needs
   * both, or the scan also reads ended auctions. The company id is hidden from the planner; otherwise it replans
   * for large companies.
   */
  byIndex: Record<AuctionTable, Condition>;
  /** `byIndex` with the company id visible to the planner, for statements that are planned each time. */
  literal: Condition;
  /** `always` for rows found by a more selective index. No index serves it. */
  noIndex: Condition;
  /** `always` for rows found by a text search. Only the text indexes serve it. */
  textIndex: Condition;
  upcoming: Condition | null;
  active: Condition;
  /** The condition on active auctions besides being active. Null if the caller sees all. */
  offered: Condition | null;
  ended: Condition;
  /** The condition on ended auctions besides having ended. Null if the caller sees all. */
  ofEnded: Selective | null;
}

/**
 * What a viewer may see, by state, each in a form that an index serves. Staff: auctions of their own company. A
 * superuser: all, or those of one company. A station: those it may take part in, and of the ended ones those it
 * took part in.
 */
export function scopeOf(viewer: Viewer, company: number | null): Scope {
  if (viewer.service_station_id !== null) {
    const station = stationOf(viewer);
    return {
      always: notDeleted,
      byIndex: { auctions: notDeleted, standings: notDeleted },
      literal: notDeleted,
      noIndex: notDeleted,
      textIndex: notDeleted,
      upcoming: null,
      active: and([started, notEnded, mayTakePart(station)]),
      offered: mayTakePart(station),
      ended,
      ofEnded: { test: and([hasPart(station), mayTakePart(station)]), found: participated(viewer) },
    };
  }
  const isAll = viewer.is_superuser && company === null;
  const ofCompany = (own: Condition) => (isAll ? notDeleted : and([notDeleted, own]));
  const hiddenCompany = sql`(select ${company}::integer)`;
  const ofBoth = ofCompany(sql<boolean>`a.company_id = ${company} and s.company_id = ${company}`);
  return {
    always: ofBoth,
    byIndex: {
      auctions: ofCompany(sql<boolean>`a.company_id = ${hiddenCompany}`),
      standings: ofCompany(
        sql<boolean>`a.company_id = ${company} and s.company_id = ${hiddenCompany}`,
      ),
    },
    literal: ofCompany(sql<boolean>`a.company_id = ${company}`),
    noIndex: ofCompany(sql<boolean>`a.company_id * 1 = ${company}::integer`),
    textIndex: ofCompany(sql<boolean>`a.company_id + 0 = ${company}::integer`),
    upcoming: and([notStarted, notEnded]),
    active: and([started, notEnded]),
    offered: null,
    ended,
    ofEnded: null,
  };
}

/** A scan of one table along one of its indexes, with the auction `a` and standing `s` of each row. */
export interface IndexScan {
  from: RawBuilder<unknown>;
  /** The rows of the scan. Null for all. */
  where: Condition | null;
  /** The sort key and the auction's id, as in the index. */
  key: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
}

/** A part of a list's rows, all in one state. */
export interface Source {
  /** In a form that an index serves. */
  where: Condition;
  /** What else its rows must meet. */
  selective: Selective | null;
  /** The only index to scan for the order. Without it the planner chooses. */
  scan?: IndexScan;
  /** All its rows meet `openAt`: a small part of the table, with separate indexes. */
  isOpen?: boolean;
  /** The condition contains a timestamp that affects the best plan: planned each time. */
  isDated?: boolean;
}

/** The sources of each state. `cut`: auctions that were cancelled since the first page. */
export type Sources = Record<AuctionState | 'cut', Source[]>;

/**
 * Returns the sources of each state, each in a form that an index serves. With `byEnd` that is the index of the
 * ends, where auctions that were closed early sort after the active ones. Later pages use the states at `asOf`,
 * the time of the first page: an auction that has started since is still upcoming, and one that has ended since
 * is still active. So no auction moves past a page that has been read (LIST-4).
 */
export function sourcesOf(scope: Scope, asOf: Date | null, { byEnd }: { byEnd: boolean }): Sources {
  const upcoming = (...conditions: Condition[]): Source => ({
    where: and([...conditions, byEnd ? notEnded : notEndedOpaque]),
    selective: null,
    isOpen: true,
  });
  const active = (...conditions: Condition[]): Source => ({
    where: and([
      ...conditions,
      started,
      ...(scope.offered ? [opaque(scope.offered)] : []),
      byEnd ? notEndedByEnd : notEndedOpaque,
    ]),
    selective: null,
    isOpen: true,
  });
  /** One of the conditions states that the auction has ended. */
  const over = (...conditions: Condition[]): Source => ({
    where: and(conditions),
    selective: scope.ofEnded,
  });
  /** Auctions past their end, and those closed before it. */
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
  // Cancelling moved the end, which is the sort key: the auction is now among the ended ones.
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

/** Not closed, or ended since `asOf` (null: now). The indexes of open auctions serve it. */
export const openAt = (asOf: Date | null): Condition =>
  asOf === null
    ? sql<boolean>`a.closed_at is null`
    : sql<boolean>`(a.closed_at is null or a.id = any(array(
        select auction_id from every_standing where end_dt > ${asOf} and end_dt <= statement_timestamp()
      )))`;

/** Whether the viewer may see this auction, in any state: `maySee` of the contract, as SQL (ROLE-14). */
export function visible(viewer: Viewer): Condition {
  if (viewer.service_station_id !== null) return visibleTo(stationOf(viewer));
  return scopeOf(viewer, viewer.is_superuser ? null : viewer.company_id).always;
}

/** Whether a station may see this auction, in any state (ROLE-17). */
export function visibleTo(station: StationTerms): Condition {
  return sql<boolean>`(
    a.deleted_at is null and ${started} and ${mayTakePart(station)} and (${notEnded} or ${hasPart(station)})
  )`;
}
