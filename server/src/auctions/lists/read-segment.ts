import type { RawBuilder } from 'kysely';
import { firstRow } from '../../db/first-row.ts';
import { type Queryable, queryPlanned } from '../../db/pool.ts';
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
  pageNear,
} from './list-page.ts';
import type { IndexRange, Segment } from './list-segments.ts';

/** A row of a list: where it stands, and nothing else of it. */
export interface Place {
  id: number;
  cursor_key: Date | string | number | null;
}

interface Found {
  places: Place[];
  /** The database's clock as the first of them was looked for. */
  asked_at: Date;
}

/** So many rows are tried first, which is quick. */
const NEAR = 600;
/** So many more are tried for each that is missing, where one of so many has matched. */
const FURTHER = 120;
/** So few are found by their own indexes and sorted, before more of the list is tried. */
const FEW = 1_000;
/** So few of what is open: it stands together, and what else finds it is a walk through all that is. */
const FEW_OPEN = 3_000;
/** So few of what a workshop took part in: of more a walk has met enough to promise the page. */
const FEW_OWN = 10_000;
/** So many rows are tried where more than a few match, and those that were tried promise nothing: the fewer, the sooner. */
const FAR = [1_500, 6_000];

export interface List extends ListConditions {
  /** Its segments as they were divided at an instant; null for now. */
  segmentsAt(instant: Date | null): Segment[];
  /** No segment is asked for more rows than these. */
  most: number;
}

/** The first places of a segment, up to the request's limit, as it was divided at an instant. */
export type ReadSegment = (
  at: number,
  instant: Date | null,
  request: PageRequest,
) => Promise<Found>;

/**
 * Reads the segments of one list, each at most once, in their order. Where few rows match, they are found by their own
 * indexes, in all of the list at once; where many do, the list is walked until the page is full. Nobody knows which beforehand,
 * and the planner's guess is off by a thousand for words: so a little of the list is tried; if that is of what is open, what matches
 * is looked up in all that is; where what has matched promises to fill the page soon, it is walked on; if not, it is asked whether few
 * match; if not, it is walked further; and only then is all that matches read and sorted.
 */
export function openList(db: Queryable, list: List): ReadSegment {
  /** What lookups have found of segments that were not asked for yet. */
  const known = new Map<number, Found>();
  const seen = { tried: 0, matched: 0 };
  const { sql: asked, parameters } = and([...list.tested, ...list.filters]).compile(db);
  const filters = JSON.stringify([asked, parameters]);
  const keyFor = (way: Way) => `${way} ${filters}`;
  /** The ways that found few when they were last had, and those that met too many, then or now. */
  const few = new Set(BY_FILTERS.filter((way) => recall(keyFor(way)) === true));
  const many = new Set<Way>(BY_FILTERS.filter((way) => recall(keyFor(way)) === false));

  const selectiveOf = ({ ranges }: Segment) => {
    const tried = ranges.filter((range) => !isPlain(range, list));
    if (!tried.every((range) => range.few !== null)) return null;
    return (tried.find(isRare) ?? tried[0])?.few ?? null;
  };
  /** Whether it may be found among what is open, of which not too many match. */
  const isFoundOpen = (segment: Segment) =>
    list.filters.length > 0 && isOpen(segment) && !many.has('open');
  /** How many rows to try next; null when those that were tried promise too little. */
  const nextLength = (segment: Segment, missing: number) => {
    if (seen.tried > 0) return seen.matched * FURTHER >= seen.tried ? missing * FURTHER : null;
    return few.has('all') || (isFoundOpen(segment) && few.has('open')) ? null : NEAR;
  };
  /** How the first of these segments, with those behind it, may be looked up, what promises most first. */
  const waysFor = (rest: Lookup['segments'], instant: Date | null): [Way, Asked][] => {
    const { segment } = rest[0]!;
    const byFilters: [Way, Asked][] = [];
    if (isFoundOpen(segment)) {
      const segments = rest.filter((one) => isOpen(one.segment));
      const found = [list.told, openAt(instant)];
      byFilters.push(['open', { segments, found, most: FEW_OPEN }]);
    }
    if (list.filters.length > 0) {
      byFilters.push(['all', { segments: rest, found: list.tested, most: FEW }]);
    }
    // What none of those that were tried has met is rare everywhere, as a rule.
    if (few.has('all') || (seen.matched === 0 && !few.has('open'))) byFilters.reverse();
    const own = selectiveOf(segment);
    if (own === null) return byFilters;
    const segments = rest.filter((one) => selectiveOf(one.segment) === own);
    const found = [...list.tested, own.found];
    const most = own.isRare ? null : FEW_OWN;
    return [...byFilters, ['own', { segments, found, most, isRare: own.isRare }]];
  };
  /** Looks up a segment, and those behind it for later, by the first of these ways that few match; null where too many do by each. */
  const readFew = async (
    at: number,
    instant: Date | null,
    after: Position | null,
    by: readonly Way[],
  ): Promise<Found | null> => {
    const rest = list
      .segmentsAt(instant)
      .map((segment, nth) => ({ at: nth, segment }))
      .filter(({ at: nth, segment }) => nth >= at && segment.ranges.length > 0);
    for (const [way, lookup] of waysFor(rest, instant)) {
      if (!by.includes(way) || many.has(way)) continue;
      const found = await readLookup(db, list, { ...lookup, after, limit: list.most });
      if (way !== 'own') remember(keyFor(way), found !== null);
      if (found !== null) {
        for (const [nth, one] of found) known.set(nth, one);
        return found.get(at)!;
      }
      many.add(way);
    }
    return null;
  };

  const readOn = async (
    at: number,
    instant: Date | null,
    { after, limit }: PageRequest,
    far: number[],
  ): Promise<Found> => {
    const segment = list.segmentsAt(instant)[at]!;
    const isWalked = !segment.ranges.some(isRare);
    const promised = isWalked ? nextLength(segment, limit) : null;
    // Of what is open as many as it has are read at once, in the order in which they lie, sooner than a promising walk finds
    // the rest.
    const ways = promised === null ? WAYS : seen.tried > 0 ? OPEN : [];
    const found = ways.length > 0 ? await readFew(at, instant, after, ways) : null;
    if (found !== null) return { ...found, places: found.places.slice(0, limit) };
    const lengths = isWalked ? far : [];
    const [length = null, ...further] = promised === null ? lengths : [promised, ...lengths];
    if (length === null) {
      const selective = selectiveOf(segment);
      const all = await readLookup(db, list, {
        segments: [{ at, segment }],
        found: [...list.tested, ...(selective ? [selective.found] : [])],
        after,
        limit,
        most: null,
      });
      return all!.get(at)!;
    }
    const rows = await queryPlanned(
      db,
      'places',
      pageNear(segment, list, { after, limit }, length) as RawBuilder<NearRow>,
    );
    const { asked_at } = firstRow(rows);
    const places = placesOf(rows.filter(({ is_match }) => is_match));
    const last = rows.at(-1)!;
    seen.tried += last.nth ?? 0;
    seen.matched += places.length;
    if (places.length === limit || last.id === null || last.nth !== length) {
      return { places, asked_at };
    }
    const behind = {
      after: { id: last.id, key: keyOf(last.cursor_key) },
      limit: limit - places.length,
    };
    const rest = await readOn(at, instant ?? asked_at, behind, further);
    return { places: [...places, ...rest.places], asked_at };
  };

  return async (at, instant, request) => {
    const found = known.get(at);
    if (found) return { ...found, places: found.places.slice(0, request.limit) };
    const segment = list.segmentsAt(instant)[at]!;
    if (segment.ranges.some((range) => !isPlain(range, list))) {
      return readOn(at, instant, request, FAR);
    }
    // As many as of any segment, so that a plan of it serves all its pages.
    const page = pageInOrder(segment, list, { ...request, limit: list.most });
    const rows = await queryPlanned(db, 'places', page as RawBuilder<PlaceRow>);
    return { places: placesOf(rows).slice(0, request.limit), asked_at: firstRow(rows).asked_at };
  };
}

/** Where what matches is looked up: in all of the list, in what of it is open, or by what is selective of a segment. */
type Way = 'all' | 'open' | 'own';
const OPEN = ['open'] as const;
const BY_FILTERS = ['open', 'all'] as const;
const WAYS = ['open', 'all', 'own'] as const;

/** A lookup, wherever it goes on. */
type Asked = Omit<Lookup, 'after' | 'limit'>;

const isOpen = ({ ranges }: Segment) => ranges.every((range) => range.isOpen);

const isRare = ({ few }: IndexRange) => few?.isRare === true;

/** So long it is taken for what it was: a few more searches walk that need not, after what was many has become few. */
const REMEMBERED_MS = 600_000;

/**
 * Whether few matched when it was last looked up: such is looked up at once, and what was many is not looked up again, since whoever
 * searches asks for suggestions, counts and pages of the same words. It decides by which way they are found, and nothing else.
 */
const lookups = new ForgetfulMap<string, { isFew: boolean; at_ms: number }>(10_000);

function remember(lookup: string, isFew: boolean): void {
  lookups.set(lookup, { isFew, at_ms: performance.now() });
}

/** Null where it was not looked up, or long ago. */
function recall(lookup: string): boolean | null {
  const last = lookups.get(lookup);
  return last && performance.now() - last.at_ms < REMEMBERED_MS ? last.isFew : null;
}

/** A sort value as a cursor has it. */
export const keyOf = (key: Place['cursor_key']) => (key instanceof Date ? key.toISOString() : key);

interface PlaceRow {
  /** Null where there is none: what is told beside it stands in a row by itself. */
  id: number | null;
  cursor_key: Place['cursor_key'];
  asked_at: Date;
}

interface NearRow extends PlaceRow {
  is_match: boolean | null;
  nth: number | null;
}

interface LookupRow extends PlaceRow {
  at: number;
  is_many: boolean;
}

const placesOf = (rows: PlaceRow[]): Place[] =>
  rows.flatMap(({ id, cursor_key }) => (id === null ? [] : [{ id, cursor_key }]));

/** What a lookup finds of each of its segments; null when it is more than it may be. */
async function readLookup(
  db: Queryable,
  list: List,
  lookup: Lookup,
): Promise<Map<number, Found> | null> {
  const statement = lookUp(list, lookup) as RawBuilder<LookupRow>;
  // What is rare by itself is found by one index, whoever asks; which index is best for filters depends on what they look for.
  const isOneWay = lookup.isRare && list.filters.length === 0;
  const rows = isOneWay
    ? await queryPlanned(db, 'places', statement)
    : (await statement.execute(db)).rows;
  const { is_many, asked_at } = firstRow(rows);
  if (is_many) return null;
  return new Map(
    lookup.segments.map(({ at }) => [
      at,
      { places: placesOf(rows.filter((row) => row.at === at)), asked_at },
    ]),
  );
}
