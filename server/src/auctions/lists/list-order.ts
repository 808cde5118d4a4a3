import type { AuctionState } from '@restvarde/contract/auctions/auction-rules';
import {
  type AuctionOrdering,
  type AuctionSort,
  STAFF_SORTS,
} from '@restvarde/contract/auctions/auction-sorts';
import type { AuctionFilter } from '@restvarde/contract/auctions/list-auctions';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import {
  type Condition,
  type IndexScan,
  type Scope,
  type Selective,
  type Source,
  sourcesOf,
} from '../access/visibility.ts';
import { activeOf, byKnownBid, foundBy } from './by-known-bid.ts';
import { collected, type ListKind } from './list-filters.ts';
import {
  auctionKey,
  HIGHEST,
  type IndexRange,
  type Segment,
  type SortKey,
  standingKey,
  within,
} from './list-segments.ts';
import { groupsOf, type ListGroup } from './my-groups.ts';
import { purchaseGroups } from './purchase-groups.ts';

export function statesOf(filter: AuctionFilter): AuctionState[] {
  if (filter.is_active === true) return ['active'];
  if (filter.is_active === undefined && filter.has_started === undefined) {
    return ['active', 'upcoming', 'ended'];
  }
  if (filter.is_active === undefined)
    return filter.has_started ? ['active', 'ended'] : ['upcoming'];
  if (filter.has_started === undefined) return ['upcoming', 'ended'];
  return filter.has_started ? ['ended'] : ['upcoming'];
}

/**
 * Scans an index of the standings and looks up each auction. Otherwise the planner joins and sorts all active
 * auctions once there are thousands, and replans what a connection could keep.
 */
const scanStandings = ({ key, id }: Pick<SortKey, 'key' | 'id'>): IndexScan => ({
  from: sql`every_standing s
    cross join lateral (select * from every_auction where id = s.auction_id offset 0) a`,
  where: null,
  key,
  id,
});

const ENDS = standingKey(sql`s.end_dt`);
const END: SortKey = { ...ENDS, scan: scanStandings(ENDS) };
const BIDS = standingKey(sql`s.bid_count`);
const MARGIN = standingKey(sql`(s.highest_bid - s.reservation_price)`);

/** Upcoming auctions also test the company on the standings. Otherwise the scan reads all open auctions. */
const START: SortKey = { ...auctionKey(sql`a.start_dt`), table: 'standings' };

/** The default order: active by soonest end, upcoming by soonest start, ended by latest end (LIST-3). */
function byTime(state: AuctionState, sources: Source[]): Segment {
  const place = state === 'upcoming' ? START : END;
  return {
    ranges: sources.map((source) => ({ ...place, ...source })),
    direction: state === 'ended' ? 'desc' : 'asc',
    type: 'timestamptz',
  };
}

/** Orders by a number that may be missing, with nulls last in both directions. */
function byNumber(place: SortKey, sources: Source[], direction: 'asc' | 'desc'): Segment[] {
  const ranges = (test: Condition) =>
    sources.map((source) => ({ ...within(source, test), ...place }));
  return [
    { ranges: ranges(sql<boolean>`${place.key} is not null`), direction, type: 'integer' },
    {
      ranges: ranges(sql<boolean>`${place.key} is null`),
      direction: 'asc',
      type: 'integer',
    },
  ];
}

/** The sorts by a value. Status uses the default order. */
type ValueSort = Exclude<AuctionSort, 'status'>;

const TYPE: Partial<Record<ValueSort, Segment['type']>> = {
  end_dt: 'timestamptz',
  bid_count: 'integer',
};

const COLUMN: Record<ValueSort, SortKey> = {
  bid_highest: HIGHEST,
  manufacturer: auctionKey(sql`a.manufacturer`),
  model: auctionKey(sql`a.model`),
  staging_area_name: auctionKey(sql`a.staging_area_name`),
  end_dt: END,
  model_year: auctionKey(sql`a.model_year`),
  mileage: auctionKey(sql`a.mileage`),
  number: auctionKey(sql`a.number collate counted`),
  bid_count: BIDS,
  reserve_margin: MARGIN,
};

const MAY_BE_MISSING = new Set<ValueSort>([
  'bid_highest',
  'model_year',
  'mileage',
  'reserve_margin',
]);

/** `activeOnly` is set if a station requests only active auctions. */
function sorted(
  viewer: Viewer,
  ordering: AuctionOrdering,
  sources: Source[],
  activeOnly: Selective | null,
): Segment[] {
  const direction = ordering.startsWith('-') ? 'desc' : 'asc';
  const sort = sortOf(ordering) as ValueSort;
  if (sort === 'bid_highest' && viewer.service_station_id !== null) {
    return byKnownBid(viewer, sources, activeOnly, direction);
  }
  if (MAY_BE_MISSING.has(sort)) return byNumber(COLUMN[sort], sources, direction);
  const ranges = sources.map((source) => ({ ...COLUMN[sort], ...source }));
  return [{ ranges, direction, type: TYPE[sort] ?? 'text' }];
}

const sortOf = (ordering: AuctionOrdering) => ordering.replace('-', '') as AuctionSort;

/** Returns the requested order, or undefined (the default) if a station may not use it. */
function orderingFor(viewer: Viewer, requested: AuctionOrdering | undefined) {
  if (requested === undefined || viewer.service_station_id === null) return requested;
  const isForStaff = STAFF_SORTS.some((sort) => sort === sortOf(requested));
  return isForStaff ? undefined : requested;
}

/**
 * Returns the segments of a list in display order. Their number does not depend on `asOf`, the time of the first
 * page, which determines the states on later pages. Null on the first page.
 */
export function orderOf(
  viewer: Viewer,
  { kind, filter }: { kind: ListKind; filter: AuctionFilter },
  scope: Scope,
  asOf: Date | null,
): Segment[] {
  const ordering = orderingFor(viewer, filter.ordering);
  const byState = ordering === undefined || sortOf(ordering) === 'status';
  const states = statesOf(filter);
  const isMixed = kind !== 'mine' && !byState && states.length === 3;
  // In an order across all states, an auction that changes state keeps its position.
  const byEnd = byState || sortOf(ordering) === 'end_dt';
  const sources = sourcesOf(scope, isMixed ? null : asOf, { byEnd });
  // Won auctions have ended, and cancelled ones are among them on every page.
  const won = { where: scope.ended, selective: scope.ofEnded, scan: collected(viewer) };
  const wonOf = (state: AuctionState) => {
    if (state !== 'ended') return [];
    return byEnd ? [won] : sources.ended;
  };
  const groups =
    kind === 'mine'
      ? groupsOf(viewer, states, sources, asOf)
      : states.map((state) => ({
          state,
          sources: kind === 'won' ? wonOf(state) : sources[state],
        }));
  if (kind === 'won' && byState && ordering !== '-status') {
    return purchaseGroups(viewer, won, asOf).map(({ group, source }) => ({
      ...byTime('ended', states.includes('ended') ? [source] : []),
      // The oldest end is the most urgent; what is done has the newest first.
      direction: group === 'done' ? 'desc' : 'asc',
    }));
  }
  if (byState) {
    const segments = groups.map((group) => byTime(group.state, group.sources));
    if (kind === 'mine' || ordering !== '-status') return segments;
    // An auction that is cancelled after the page of ended ones has been read would be missing: it comes last.
    const last = states.length > 1 && kind !== 'won' ? [byTime('ended', sources.cut)] : [];
    return [...segments.toReversed(), ...last];
  }
  const activeOnly = activeOf(viewer, asOf);
  const activeOnlyIf = (requested: AuctionState[]) =>
    requested.every((state) => state === 'active') ? activeOnly : null;
  if (kind === 'mine') {
    // In other orders than that of the ends, each group would read all active auctions.
    const ownOf = ({ state, sources: groupSources }: ListGroup) =>
      byEnd || state !== 'active'
        ? groupSources
        : groupSources.map((source) => foundBy(activeOnly, source));
    return groups.flatMap((group) =>
      sorted(viewer, ordering, ownOf(group), activeOnlyIf([group.state])),
    );
  }
  // Staff see every state of their auctions: without a filter on state one index serves all of them.
  if (isMixed && viewer.service_station_id === null) {
    return sorted(viewer, ordering, [{ where: sql<boolean>`true`, selective: null }], null).map(
      (segment) => ({ ...segment, ranges: segment.ranges.map(scanOwnTable) }),
    );
  }
  const all = groups.flatMap((group) => group.sources);
  return sorted(viewer, ordering, all, activeOnlyIf(states));
}

const scanOwnTable = (range: IndexRange): IndexRange =>
  range.table === 'standings' ? { ...range, scan: scanStandings(range) } : range;
