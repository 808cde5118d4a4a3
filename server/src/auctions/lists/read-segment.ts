import type { RawBuilder } from 'kysely';
import { firstRow, type Queryable, queryPlanned } from '../../db/pool.ts';
import { ForgetfulMap } from '../../forgetful-map.ts';
import { and, openAt } from '../access/visibility.ts';
import {
  isPlain,
  type ListConditions,
  type Lookup,
  lookUp,
  type PageRequest,
  type Position,
  pageInOrder,
  scanPage,
} from './list-page.ts';
import type { IndexRange, Segment } from './list-segments.ts';

/** A row of a list: its id and sort value. */
export interface ListEntry {
  id: number;
  cursor_key: Date | string | number | null;
}

interface Found {
  entries: ListEntry[];
  /** The database's time when the first row was read. */
  asked_at: Date;
}

/** Rows in the first scan, which is fast. */
const FIRST_SCAN = 600;
/** Rows scanned per missing hit, if at least one in this many has matched. */
const ROWS_PER_HIT = 120;
/** Maximum number of rows of such a scan. Pages need fewer. */
const LONGEST_SCAN = 3_000;
/** Maximum number of matches that a lookup finds and sorts. */
const MAX_MATCHES = 1_000;
/**
 * The same for open auctions. Higher, because they are stored together and the alternative is a scan of all of
 * them.
 */
const MAX_OPEN_MATCHES = 3_000;
/** The same for a workshop's own auctions. With more, a scan would have found enough matches. */
const MAX_OWN_MATCHES = 10_000;
/** Rows in further scans, if a lookup finds too many and the scan so far found too few. Short scans first. */
const FURTHER_SCANS = [1_500, 6_000];

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
 * indexes in the whole list; if many do, the list is scanned until the page is full. Neither is known beforehand,
 * and the planner's estimate for words is wrong by up to a factor of a thousand. Therefore:
 * 1. Scan a few rows.
 * 2. If they are open auctions, look up the matches among all open ones.
 * 3. If the hits so far promise to fill the page, scan on.
 * 4. Otherwise look up the matches in the whole list, if there are few.
 * 5. Otherwise scan further.
 * 6. Finally, read and sort all matches.
 */
export function openList(db: Queryable, list: List): ReadSegment {
  /** Results of lookups for segments that have not been requested yet. */
  const known = new Map<number, Found>();
  const seen = { scanned: 0, matched: 0 };
  const { sql: text, parameters } = and([...list.noIndex, ...list.filters]).compile(db);
  const filters = JSON.stringify([text, parameters]);
  const keyFor = (strategy: Strategy) => `${strategy} ${filters}`;
  /** Strategies that found few matches when last used, and those that found too many, then or now. */
  const knownFew = new Set(BY_FILTERS.filter((strategy) => recall(keyFor(strategy)) === true));
  const knownMany = new Set<Strategy>(
    BY_FILTERS.filter((strategy) => recall(keyFor(strategy)) === false),
  );

  const selectiveOf = ({ ranges }: Segment) => {
    const filtered = ranges.filter((range) => !isPlain(range, list));
    if (!filtered.every((range) => range.selective !== null)) return null;
    return (filtered.find(isRare) ?? filtered[0])?.selective ?? null;
  };
  /** Whether to look for matches among open auctions, which are not known to be too many. */
  const isFoundOpen = (segment: Segment) =>
    list.filters.length > 0 && isOpen(segment) && !knownMany.has('open');
  /** Returns the number of rows to scan next. Null if the rows scanned so far promise too few hits. */
  const nextLength = (segment: Segment, missing: number) => {
    if (seen.scanned > 0) {
      if (seen.matched * ROWS_PER_HIT < seen.scanned) return null;
      // A workshop's own auctions are looked up faster than a long scan finds them.
      const expected = (missing * seen.scanned) / seen.matched;
      if (selectiveOf(segment) !== null && expected > LONGEST_SCAN) return null;
      return Math.min(missing * ROWS_PER_HIT, LONGEST_SCAN);
    }
    return knownFew.has('all') || (isFoundOpen(segment) && knownFew.has('open'))
      ? null
      : FIRST_SCAN;
  };
  /**
   * Returns the lookups that may serve the first of these segments and the following ones, most promising first.
   */
  const strategiesFor = (
    rest: Lookup['segments'],
    instant: Date | null,
  ): [Strategy, LookupSource][] => {
    const { segment } = rest[0]!;
    const byFilters: [Strategy, LookupSource][] = [];
    if (isFoundOpen(segment)) {
      const segments = rest.filter(({ segment: other }) => isOpen(other));
      const found = [list.literal, openAt(instant)];
      byFilters.push(['open', { segments, found, maxMatches: MAX_OPEN_MATCHES }]);
    }
    if (list.filters.length > 0) {
      byFilters.push(['all', { segments: rest, found: list.noIndex, maxMatches: MAX_MATCHES }]);
    }
    // A condition that no scanned row meets is usually rare everywhere.
    if (knownFew.has('all') || (seen.matched === 0 && !knownFew.has('open'))) byFilters.reverse();
    const own = selectiveOf(segment);
    if (own === null) return byFilters;
    const segments = rest.filter(({ segment: other }) => selectiveOf(other) === own);
    const found = [...list.noIndex, own.found];
    const maxMatches = own.isRare ? null : MAX_OWN_MATCHES;
    return [...byFilters, ['own', { segments, found, maxMatches, isRare: own.isRare }]];
  };
  /**
   * Looks up a segment, and the following ones for later, with the first strategy that finds few matches. Null if
   * each finds too many.
   */
  const tryLookups = async (
    at: number,
    instant: Date | null,
    after: Position | null,
    by: readonly Strategy[],
  ): Promise<Found | null> => {
    const rest = list
      .segmentsAt(instant)
      .map((segment, nth) => ({ at: nth, segment }))
      .filter(({ at: nth, segment }) => nth >= at && segment.ranges.length > 0);
    for (const [strategy, lookup] of strategiesFor(rest, instant)) {
      if (!by.includes(strategy) || knownMany.has(strategy)) continue;
      const found = await readLookup(db, list, { ...lookup, after, limit: list.maxLimit });
      if (strategy !== 'own') remember(keyFor(strategy), found !== null);
      if (found !== null) {
        for (const [nth, result] of found) known.set(nth, result);
        return found.get(at)!;
      }
      knownMany.add(strategy);
    }
    return null;
  };

  const readOn = async (
    at: number,
    instant: Date | null,
    { after, limit }: PageRequest,
    scans: number[],
  ): Promise<Found> => {
    const segment = list.segmentsAt(instant)[at]!;
    const mayScan = !segment.ranges.some(isRare);
    const promised = mayScan ? nextLength(segment, limit) : null;
    // Looking up the matches among open auctions, which are stored together, is faster than a promising scan.
    const strategies = promised === null ? STRATEGIES : seen.scanned > 0 ? OPEN : [];
    const found = strategies.length > 0 ? await tryLookups(at, instant, after, strategies) : null;
    if (found !== null) return { ...found, entries: found.entries.slice(0, limit) };
    const lengths = mayScan ? scans : [];
    const [length = null, ...further] = promised === null ? lengths : [promised, ...lengths];
    if (length === null) {
      const selective = selectiveOf(segment);
      const all = await readLookup(db, list, {
        segments: [{ at, segment }],
        found: [...list.noIndex, ...(selective ? [selective.found] : [])],
        after,
        limit,
        maxMatches: null,
      });
      return all!.get(at)!;
    }
    const rows = await queryPlanned(
      db,
      'places',
      scanPage(segment, list, { after, limit }, length) as RawBuilder<ScanRow>,
    );
    const { asked_at } = firstRow(rows);
    const entries = entriesOf(rows.filter(({ is_match }) => is_match));
    const last = rows.at(-1)!;
    seen.scanned += last.nth ?? 0;
    seen.matched += entries.length;
    if (entries.length === limit || last.id === null || last.nth !== length) {
      return { entries, asked_at };
    }
    const behind = {
      after: { id: last.id, key: keyOf(last.cursor_key) },
      limit: limit - entries.length,
    };
    const rest = await readOn(at, instant ?? asked_at, behind, further);
    return { entries: [...entries, ...rest.entries], asked_at };
  };

  return async (at, instant, request) => {
    const found = known.get(at);
    if (found) return { ...found, entries: found.entries.slice(0, request.limit) };
    const segment = list.segmentsAt(instant)[at]!;
    if (segment.ranges.some((range) => !isPlain(range, list))) {
      return readOn(at, instant, request, FURTHER_SCANS);
    }
    // Always the maximum limit, so that one plan serves all pages of a segment.
    const page = pageInOrder(segment, list, { ...request, limit: list.maxLimit });
    const rows = await queryPlanned(db, 'places', page as RawBuilder<EntryRow>);
    return { entries: entriesOf(rows).slice(0, request.limit), asked_at: firstRow(rows).asked_at };
  };
}

/**
 * Where matches are looked up: in the whole list, among open auctions, or by the segment's selective condition.
 */
type Strategy = 'all' | 'open' | 'own';
const OPEN = ['open'] as const;
const BY_FILTERS = ['open', 'all'] as const;
const STRATEGIES = ['open', 'all', 'own'] as const;

/** A lookup without its start position. */
type LookupSource = Omit<Lookup, 'after' | 'limit'>;

const isOpen = ({ ranges }: Segment) => ranges.every((range) => range.isOpen);

const isRare = ({ selective }: IndexRange) => selective?.isRare === true;

/**
 * How long a lookup's outcome is remembered. When many have become few, some searches scan unnecessarily until
 * then.
 */
const REMEMBERED_MS = 600_000;

/**
 * Whether the last lookup found few matches. If so, the next one looks up at once; if not, it does not try,
 * because one search requests suggestions, counts and pages with the same words. Affects only the strategy, never
 * the result.
 */
const lookups = new ForgetfulMap<string, { isFew: boolean; at_ms: number }>(10_000);

function remember(lookup: string, isFew: boolean): void {
  lookups.set(lookup, { isFew, at_ms: performance.now() });
}

/** Null if there is no recent lookup. */
function recall(lookup: string): boolean | null {
  const last = lookups.get(lookup);
  return last && performance.now() - last.at_ms < REMEMBERED_MS ? last.isFew : null;
}

/** Returns a sort value as in a cursor. */
export const keyOf = (key: ListEntry['cursor_key']) =>
  key instanceof Date ? key.toISOString() : key;

interface EntryRow {
  /** Null if there is no entry: the other columns come as a single row. */
  id: number | null;
  cursor_key: ListEntry['cursor_key'];
  asked_at: Date;
}

interface ScanRow extends EntryRow {
  is_match: boolean | null;
  nth: number | null;
}

interface LookupRow extends EntryRow {
  at: number;
  is_many: boolean;
}

const entriesOf = (rows: EntryRow[]): ListEntry[] =>
  rows.flatMap(({ id, cursor_key }) => (id === null ? [] : [{ id, cursor_key }]));

/** Reads a lookup by segment. Null if it finds more than the maximum. */
async function readLookup(
  db: Queryable,
  list: List,
  lookup: Lookup,
): Promise<Map<number, Found> | null> {
  const statement = lookUp(list, lookup) as RawBuilder<LookupRow>;
  // A rare condition has one best index for every viewer. The best index for filters depends on their values.
  const isOneWay = lookup.isRare && list.filters.length === 0;
  const rows = isOneWay
    ? await queryPlanned(db, 'places', statement)
    : (await statement.execute(db)).rows;
  const { is_many, asked_at } = firstRow(rows);
  if (is_many) return null;
  return new Map(
    lookup.segments.map(({ at }) => [
      at,
      { entries: entriesOf(rows.filter((row) => row.at === at)), asked_at },
    ]),
  );
}
