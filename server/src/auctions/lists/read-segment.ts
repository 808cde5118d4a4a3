import { type RawBuilder, sql } from 'kysely';
import { firstRow } from '../../db/first-row.ts';
import type { Queryable } from '../../db/pool.ts';
import { and, type Condition, type Selective } from '../access/visibility.ts';
import type { Segment } from './list-order.ts';
import { isPlain, type PageRequest, pageAmong, pageNear } from './list-page.ts';

/** A row of a list: where it stands, and nothing else of it. */
export interface Place {
  id: number;
  cursor_key: Date | string | number | null;
}

interface Found {
  places: Place[];
  /** The database's clock. */
  asked_at: Date;
  /** Of a walk: nothing is left to be walked. */
  is_whole?: boolean;
}

/** So many rows are tried first, which is quick, and enough where one in twelve matches. */
const NEAR = 300;
/** So few are found by their own indexes and sorted, before more of the list is walked. */
const FEW = 1_000;
/** So many rows are tried where more than a few match: the fewer, the sooner. */
const FAR = [1_500, 6_000];

/** The first places of a segment, up to the request's limit. */
export type ReadSegment = (segment: Segment, request: SegmentRequest) => Promise<Found>;

type SegmentRequest = Pick<PageRequest, 'after' | 'limit'>;

/**
 * Reads the segments of one list. Where few rows match, they are found by their own indexes and sorted; where many do,
 * the list is walked until the page is full. Nobody knows which beforehand, and the planner's guess is off by a thousand
 * for words: so the list is walked a little; if that does not fill the page, it is asked whether few match, in all of the
 * list at once; if not, it is walked further; and only then is all that matches read and sorted.
 */
export function openList(
  db: Queryable,
  list: Omit<PageRequest, keyof SegmentRequest>,
): ReadSegment {
  const lookups = new Map<Selective | null, Promise<number[] | null>>();
  /** What the filters find in all of the list, or in what is selective of it, if that is few; whatever its state. */
  const lookUp = (selective: Selective | null) => {
    const conditions = [...(selective ? [selective.found] : []), ...list.filters];
    const found =
      lookups.get(selective) ??
      (conditions.length === 0
        ? Promise.resolve(null)
        : readFew(db, [...list.tested, ...conditions]));
    lookups.set(selective, found);
    return found;
  };
  return async (segment, own) => {
    const request = { ...list, ...own };
    const read = (page: RawBuilder<unknown>) => readPage(db, segment, page);
    const isDone = ({ places, is_whole }: Found) =>
      is_whole === true || places.length === request.limit;
    const tried = segment.ranges.filter((range) => !isPlain(range, request));
    if (tried.length === 0) return read(pageAmong(segment, request, null));
    if (!(await lookups.get(null))) {
      const near = await read(pageNear(segment, request, NEAR));
      if (isDone(near)) return near;
    }
    const selective = tried.every(({ few }) => few !== null) ? tried[0]!.few : null;
    const ids = (await lookUp(null)) ?? (await lookUp(selective));
    if (ids !== null) return read(pageAmong(segment, request, ids));
    for (const length of FAR) {
      const far = await read(pageNear(segment, request, length));
      if (isDone(far)) return far;
    }
    return read(pageAmong(segment, request, null));
  };
}

/** The ids of what meets these conditions, or null when they are more than a few. */
async function readFew(db: Queryable, conditions: Condition[]): Promise<number[] | null> {
  // Behind «offset 0» the limit is none of the planner's business: it would hope to come upon them by chance.
  const { rows } = await sql<{ id: number }>`
    select id
    from (
      select a.id from every_auction a join every_standing s on s.auction_id = a.id
      where ${and(conditions)}
      offset 0
    ) matches
    limit ${FEW + 1}`.execute(db);
  return rows.length > FEW ? null : rows.map(({ id }) => id);
}

/** When it was asked is returned even where there are no places. */
async function readPage(
  db: Queryable,
  segment: Segment,
  page: RawBuilder<unknown>,
): Promise<Found> {
  const direction = sql.raw(segment.direction);
  const { rows } = await sql<
    Pick<Found, 'asked_at' | 'is_whole'> & { id: number | null; cursor_key: Place['cursor_key'] }
  >`
    select statement_timestamp() as asked_at, page.*
    from (select) once left join (${page}) page on true
    order by page.cursor_key ${direction}, page.id ${direction}`.execute(db);
  const { asked_at, is_whole } = firstRow(rows);
  const places = rows.flatMap(({ id, cursor_key }) => (id === null ? [] : [{ id, cursor_key }]));
  return { asked_at, ...(is_whole !== undefined && { is_whole }), places };
}
