import type { Queryable } from '../../db/pool.ts';
import { ForgetfulMap } from '../../forgetful-map.ts';
import { and, openAt } from '../access/visibility.ts';
import {
  type Found,
  isPlain,
  type ListConditions,
  type ListEntry,
  type Lookup,
  lookUp,
  type PageRequest,
  type PlacedSegment,
  type Position,
  readInOrder,
  scan,
} from './list-page.ts';
import type { IndexRange, Segment } from './list-segments.ts';

/** Rows in the first scan, which is fast. */
const FIRST_SCAN = 600;
/** Rows scanned per missing hit, if at least one in this many has matched. */
const ROWS_PER_HIT = 120;
/** Maximum number of rows of such a scan. Pages need fewer. */
const LONGEST_SCAN = 3_000;
/** Rows in the scans after a lookup has found too many. Short scans first. */
const FURTHER_SCANS = [1_500, 6_000];

/** A lookup finds and sorts at most this many matches. The limit depends on the rows that it searches. */
const MAX_MATCHES = {
  /** The whole list. */
  all: 1_000,
  /** Open auctions. They are stored together, and the alternative is a scan of all of them. */
  open: 3_000,
  /** A workshop's own auctions. With more, a scan would have found enough matches. */
  own: 10_000,
};

type Strategy = keyof typeof MAX_MATCHES;

export interface List extends ListConditions {
  /** Returns the segments with the states at a time. Null for now. */
  segmentsAt(instant: Date | null): Segment[];
  /** Maximum `limit` of any request. */
  maxLimit: number;
}

/** Reads the first entries of a segment, up to the request's limit, with the states at a time. */
export type ReadSegment = (
  at: number,
  instant: Date | null,
  request: PageRequest,
) => Promise<Found>;

/**
 * Reads the segments of one list in order, each at most once. If few rows match, they are looked up by their own
 * indexes; if many do, the list is scanned until the page is full. Neither is known beforehand, and the planner's
 * estimate for words is wrong by up to a factor of a thousand. Therefore each step depends on the rows scanned and
 * looked up so far (decision 0018).
 */
export function openList(db: Queryable, list: List): ReadSegment {
  /** Results of lookups for segments that have not been requested yet. */
  const known = new Map<number, Found>();
  const seen = { scanned: 0, matched: 0 };
  const outcomes = openOutcomes(db, list);

  /** Returns the number of rows to scan next. Null if the rows scanned so far promise too few hits. */
  const promisingScan = (segment: Segment, missing: number): number | null => {
    if (isRare(segment)) return null;
    if (seen.scanned === 0) {
      const isFew = outcomes.isFew('all') || (isOpen(segment) && outcomes.isFew('open'));
      return isFew ? null : FIRST_SCAN;
    }
    if (seen.matched * ROWS_PER_HIT < seen.scanned) return null;
    // A workshop's own auctions are looked up faster than a long scan finds them.
    const expected = (missing * seen.scanned) / seen.matched;
    if (selectiveOf(segment, list) !== null && expected > LONGEST_SCAN) return null;
    return Math.min(missing * ROWS_PER_HIT, LONGEST_SCAN);
  };

  /** Returns the lookups that may serve the first of these segments, most promising first. */
  const lookupsOf = (rest: PlacedSegment[], instant: Date | null): StrategyLookup[] => {
    const { segment } = rest[0]!;
    const lookups: StrategyLookup[] = [];
    if (list.filters.length > 0) {
      lookups.push({ strategy: 'all', segments: rest, found: list.noIndex });
      if (isOpen(segment)) {
        const open = rest.filter((other) => isOpen(other.segment));
        const found = [list.literal, openAt(instant)];
        lookups.push({ strategy: 'open', segments: open, found });
      }
      // A condition that no scanned row meets is usually rare everywhere.
      const isAllFirst = outcomes.isFew('all') || (seen.matched === 0 && !outcomes.isFew('open'));
      if (!isAllFirst) lookups.reverse();
    }
    const own = selectiveOf(segment, list);
    if (own !== null) {
      const segments = rest.filter((other) => selectiveOf(other.segment, list) === own);
      const found = [...list.noIndex, own.found];
      lookups.push({ strategy: 'own', segments, found, isRare: own.isRare });
    }
    return lookups;
  };

  /**
   * Looks up a segment, and the following ones for later, with the first of the strategies that finds few matches.
   * Null if each finds too many.
   */
  const lookUpFew = async (
    at: number,
    instant: Date | null,
    after: Position | null,
    strategies: readonly Strategy[],
  ): Promise<Found | null> => {
    const rest = list
      .segmentsAt(instant)
      .map((segment, nth) => ({ at: nth, segment }))
      .filter((other) => other.at >= at && other.segment.ranges.length > 0);
    for (const { strategy, ...lookup } of lookupsOf(rest, instant)) {
      if (!strategies.includes(strategy) || outcomes.isMany(strategy)) continue;
      const maxMatches = lookup.isRare ? null : MAX_MATCHES[strategy];
      const found = await lookUp(db, list, { ...lookup, after, limit: list.maxLimit, maxMatches });
      outcomes.add(strategy, found !== null);
      if (found === null) continue;
      for (const [nth, result] of found) known.set(nth, result);
      return found.get(at)!;
    }
    return null;
  };

  /** Looks up and sorts all matches of a segment. */
  const lookUpAll = async (at: number, segment: Segment, request: PageRequest): Promise<Found> => {
    const own = selectiveOf(segment, list);
    const found = [...list.noIndex, ...(own ? [own.found] : [])];
    const lookup = { segments: [{ at, segment }], found, maxMatches: null, ...request };
    return (await lookUp(db, list, lookup))!.get(at)!;
  };

  const readFiltered = async (
    at: number,
    instant: Date | null,
    { after, limit }: PageRequest,
  ): Promise<Found> => {
    const entries: ListEntry[] = [];
    const furtherScans = [...FURTHER_SCANS];
    let position = after;
    let asked_at: Date | null = null;
    const endWith = (rest: Found): Found => ({
      entries: [...entries, ...rest.entries].slice(0, limit),
      asked_at: asked_at ?? rest.asked_at,
    });
    while (true) {
      const now: Date | null = instant ?? asked_at;
      const segment = list.segmentsAt(now)[at]!;
      const request = { after: position, limit: limit - entries.length };
      const promising = promisingScan(segment, request.limit);
      // Looking up the matches among open auctions, which are stored together, is faster than a promising scan.
      const strategies = promising === null ? ALL : seen.scanned > 0 ? OPEN : [];
      const few = await lookUpFew(at, now, position, strategies);
      if (few) return endWith(few);
      const length = promising ?? (isRare(segment) ? undefined : furtherScans.shift());
      if (length === undefined) return endWith(await lookUpAll(at, segment, request));
      const next = await scan(db, segment, list, request, length);
      seen.scanned += next.scanned;
      seen.matched += next.entries.length;
      if (next.end === null) return endWith(next);
      entries.push(...next.entries);
      position = next.end;
      asked_at ??= next.asked_at;
    }
  };

  return async (at, instant, request) => {
    const segment = list.segmentsAt(instant)[at]!;
    const isFiltered = segment.ranges.some((range) => !isPlain(range, list));
    if (isFiltered && !known.has(at)) return readFiltered(at, instant, request);
    // Always the maximum limit, so that one plan serves all pages of a segment.
    const found =
      known.get(at) ?? (await readInOrder(db, segment, list, { ...request, limit: list.maxLimit }));
    return { ...found, entries: found.entries.slice(0, request.limit) };
  };
}

const OPEN = ['open'] as const;
const ALL = ['all', 'open', 'own'] as const;

/** A lookup before it has a position and limits. */
type StrategyLookup = { strategy: Strategy } & Pick<Lookup, 'segments' | 'found' | 'isRare'>;

const isOpen = ({ ranges }: Segment) => ranges.every((range) => range.isOpen);

const isRare = ({ ranges }: Segment) => ranges.some(({ selective }) => selective?.isRare);

/** The selective condition by which a segment can be looked up: a rare one if there is one. */
function selectiveOf({ ranges }: Segment, list: List): IndexRange['selective'] {
  const filtered = ranges.filter((range) => !isPlain(range, list)).map((range) => range.selective);
  if (filtered.includes(null)) return null;
  return filtered.find((selective) => selective?.isRare) ?? filtered[0] ?? null;
}

/**
 * How long a lookup's outcome is remembered. When many have become few, some searches scan unnecessarily until
 * then.
 */
const REMEMBERED_MS = 600_000;

/** Whether the last lookup found few matches, by filters and strategy. */
const lookups = new ForgetfulMap<string, { isFew: boolean; at_ms: number }>(10_000);

/**
 * Outcomes of lookups by the list's filters, of this list and earlier ones with the same filters: one search
 * requests suggestions, counts and pages. They affect only the strategy, never the result. The outcomes of a
 * workshop's own auctions are of this list only.
 */
function openOutcomes(db: Queryable, list: List) {
  const { sql: text, parameters } = and([...list.noIndex, ...list.filters]).compile(db);
  const filters = JSON.stringify([text, parameters]);
  const keyFor = (strategy: Strategy) => `${strategy} ${filters}`;
  const known = new Map<Strategy, boolean>();
  for (const strategy of ['all', 'open'] as const) {
    const last = lookups.get(keyFor(strategy));
    if (last && performance.now() - last.at_ms < REMEMBERED_MS) known.set(strategy, last.isFew);
  }
  return {
    isFew: (strategy: Strategy) => known.get(strategy) === true,
    isMany: (strategy: Strategy) => known.get(strategy) === false,
    add(strategy: Strategy, isFew: boolean) {
      known.set(strategy, isFew);
      if (strategy !== 'own') {
        lookups.set(keyFor(strategy), { isFew, at_ms: performance.now() });
      }
    },
  };
}
