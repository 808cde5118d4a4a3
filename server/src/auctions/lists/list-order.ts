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
  type Along,
  type Condition,
  type Scope,
  type Selective,
  type Source,
  sourcesOf,
} from '../access/visibility.ts';
import { byKnownBid, foundBy, runningOf } from './by-known-bid.ts';
import { collected, type ListKind } from './list-filters.ts';
import {
  HIGHEST,
  type IndexRange,
  ofFacts,
  ofStanding,
  type Place,
  type Segment,
  within,
} from './list-segments.ts';
import { groupsOf, type ListGroup } from './my-groups.ts';

/** LIST-2: Kommande is 0/0, Aktiv 1, Avslutad 0/1. */
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
 * Along an index of the standings alone, by which each auction is looked up: left to itself the planner joins and sorts all
 * that runs where it is some thousands, and plans anew what a connection could keep.
 */
const alone = ({ key, id }: Pick<Place, 'key' | 'id'>): Along => ({
  from: sql`every_standing s
    cross join lateral (select * from every_auction where id = s.auction_id offset 0) a`,
  where: null,
  key,
  id,
});

const ENDS = ofStanding(sql`s.end_dt`);
const END: Place = { ...ENDS, along: alone(ENDS) };
const BIDS = ofStanding(sql`s.bid_count`);
const MARGIN = ofStanding(sql`(s.highest_bid - s.reservation_price)`);

/** What is to come is asked of the standings too whose it is: else all that are open would be read beside it. */
const START: Place = { ...ofFacts(sql`a.start_dt`), table: 'standings' };

/** The default order: active by soonest end, upcoming by soonest start, ended by latest end (LIST-3). */
function inTime(state: AuctionState, sources: Source[]): Segment {
  const place = state === 'upcoming' ? START : END;
  return {
    ranges: sources.map((source) => ({ ...place, ...source })),
    direction: state === 'ended' ? 'desc' : 'asc',
    type: 'timestamptz',
  };
}

/** By a number that may be missing, nulls last either way. */
function byNumber(place: Place, sources: Source[], direction: 'asc' | 'desc'): Segment[] {
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

/** The sorts by a value; by status the list stands anyway. */
type ValueSort = Exclude<AuctionSort, 'status'>;

const TYPE: Partial<Record<ValueSort, Segment['type']>> = {
  end_dt: 'timestamptz',
  bid_count: 'integer',
};

const COLUMN: Record<ValueSort, Place> = {
  bid_highest: HIGHEST,
  manufacturer: ofFacts(sql`a.manufacturer`),
  model: ofFacts(sql`a.model`),
  staging_area_name: ofFacts(sql`a.staging_area_name`),
  end_dt: END,
  model_year: ofFacts(sql`a.model_year`),
  mileage: ofFacts(sql`a.mileage`),
  number: ofFacts(sql`a.number collate counted`),
  bid_count: BIDS,
  reserve_margin: MARGIN,
};

const MAY_BE_MISSING = new Set<ValueSort>([
  'bid_highest',
  'model_year',
  'mileage',
  'reserve_margin',
]);

/** `running` where nothing but what runs is asked for, by a station. */
function sorted(
  viewer: Viewer,
  ordering: AuctionOrdering,
  sources: Source[],
  running: Selective | null,
): Segment[] {
  const direction = ordering.startsWith('-') ? 'desc' : 'asc';
  const sort = sortOf(ordering) as ValueSort;
  if (sort === 'bid_highest' && viewer.service_station_id !== null) {
    return byKnownBid(viewer, sources, running, direction);
  }
  if (MAY_BE_MISSING.has(sort)) return byNumber(COLUMN[sort], sources, direction);
  const ranges = sources.map((source) => ({ ...COLUMN[sort], ...source }));
  return [{ ranges, direction, type: TYPE[sort] ?? 'text' }];
}

const sortOf = (ordering: AuctionOrdering) => ordering.replace('-', '') as AuctionSort;

/** The order that was asked for, unless the viewer may not know it: a station's is the default one then. */
function orderingFor(viewer: Viewer, asked: AuctionOrdering | undefined) {
  if (asked === undefined || viewer.service_station_id === null) return asked;
  const isForStaff = STAFF_SORTS.some((sort) => sort === sortOf(asked));
  return isForStaff ? undefined : asked;
}

/**
 * The segments of a list, in the order in which they are shown. Their number does not depend on `asOf`,
 * the instant of the first page, by which the later ones divide the states; null on the first.
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
  // Where the states stand mixed, what goes from one to another stays where it is.
  const byEnd = byState || sortOf(ordering) === 'end_dt';
  const sources = sourcesOf(scope, isMixed ? null : asOf, { byEnd });
  // What was won has ended; those that were cut short stand among them, wherever a page began.
  const won = { where: scope.ended, few: scope.ofEnded, along: collected(viewer) };
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
  if (byState) {
    const segments = groups.map((group) => inTime(group.state, group.sources));
    if (kind === 'mine' || ordering !== '-status') return segments;
    // What is cut short once the ended have been passed would be nowhere: it comes last.
    const last = states.length > 1 && kind !== 'won' ? [inTime('ended', sources.cut)] : [];
    return [...segments.toReversed(), ...last];
  }
  const running = runningOf(viewer, asOf);
  const runningOnly = (asked: AuctionState[]) =>
    asked.every((state) => state === 'active') ? running : null;
  if (kind === 'mine') {
    // Along another order than that of the ends all that runs would be read for each group.
    const ownOf = ({ state, sources: groupSources }: ListGroup) =>
      byEnd || state !== 'active'
        ? groupSources
        : groupSources.map((source) => foundBy(running, source));
    return groups.flatMap((group) =>
      sorted(viewer, ordering, ownOf(group), runningOnly([group.state])),
    );
  }
  // Staff see every state of what is theirs: without a filter on state one index serves all at once.
  if (isMixed && viewer.service_station_id === null) {
    return sorted(viewer, ordering, [{ where: sql<boolean>`true`, few: null }], null).map(
      (segment) => ({ ...segment, ranges: segment.ranges.map(alongOwnTable) }),
    );
  }
  const all = groups.flatMap((group) => group.sources);
  return sorted(viewer, ordering, all, runningOnly(states));
}

const alongOwnTable = (range: IndexRange): IndexRange =>
  range.table === 'standings' ? { ...range, along: alone(range) } : range;
