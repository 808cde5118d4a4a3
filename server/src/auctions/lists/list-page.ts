import { type RawBuilder, sql } from 'kysely';
import { and, type Condition, type Scope } from '../access/visibility.ts';
import type { IndexRange, Segment } from './list-segments.ts';

/** A place in a segment: the sort value and the id of the last row before it. */
export interface Position {
  key: string | number | null;
  id: number;
}

/** What a list asks of its rows, beside what its segments do. */
export interface ListConditions {
  /** What every row meets, whatever was asked for, along an index of either table: few are met that do not. */
  along: Scope['along'];
  told: Scope['told'];
  /** The same where the rows are found by what is rarer. */
  tested: Condition[];
  /** What was asked for, of which a few rows may meet, or most. */
  filters: Condition[];
  /** The same as each row that is tried is asked. */
  tried: Condition[];
  /** One of them is found by an index of the standings: else the rows are found among the auctions. */
  byStanding: boolean;
}

export interface PageRequest {
  after: Position | null;
  limit: number;
}

/** Does every row of the range stand on the page, in order, until it is full? */
export const isPlain = ({ few }: IndexRange, { filters }: ListConditions) =>
  few === null && filters.length === 0;

/** The first `limit` rows of a segment of which every row stands on the page: `id` and `cursor_key`, in order. */
export function pageInOrder(
  segment: Segment,
  list: ListConditions,
  { after, limit }: PageRequest,
): RawBuilder<unknown> {
  const direction = sql.raw(segment.direction);
  const ranges = segment.ranges.map(
    (range) => sql`(${inOrder(segment, range, list, { after, limit })})`,
  );
  return sql`
    select statement_timestamp() as asked_at, page.*
    from (select) once
    left join (
      select id, cursor_key
      from (${unionAll(ranges)}) ranges
      order by cursor_key ${direction}, id ${direction}
      limit ${sql.lit(limit)}
    ) page on true
    order by page.cursor_key ${direction}, page.id ${direction}`;
}

/**
 * Tries the next `length` rows of a segment, in order, until the limit of those that match is found: no row behind the last
 * that it gives is looked at. Gives each that matches, and the last that was tried where that is before the limit is reached, with
 * how many had been tried by then (`nth`).
 */
export function pageNear(
  segment: Segment,
  list: ListConditions,
  { after, limit }: PageRequest,
  length: number,
): RawBuilder<unknown> {
  const direction = sql.raw(segment.direction);
  const order = sql`order by cursor_key ${direction}, id ${direction}`;
  const ranges = segment.ranges.map((range) => {
    const isMatch = and([...(range.few ? [range.few.test] : []), sql<boolean>`asked.is_met`]);
    return sql`(${inOrder(segment, range, list, { after, limit: length }, isMatch)})`;
  });
  return sql`
    select statement_timestamp() as asked_at, near.*
    from (select) once
    left join (
      select id, cursor_key, is_match, nth
      from (
        select *, row_number() over one_by_one as nth, lead(id) over one_by_one is null as is_last
        from (select * from (${unionAll(ranges)}) ranges ${order} limit ${untold(length)}) tried
        window one_by_one as (${order})
      ) numbered
      where is_match or is_last
      ${order} limit ${untold(limit)}
    ) near on true
    order by near.nth`;
}

/** Where to look for the rest of a list: these of its segments, the first of them behind a place. */
export interface Lookup {
  segments: { at: number; segment: Segment }[];
  after: Position | null;
  /** What all their rows have in common beside the filters, as they are found by it. */
  found: Condition[];
  /** So many of each segment. */
  limit: number;
  /** More than so many that match are not looked through; null: all are. */
  most: number | null;
  /** What they have in common is rare by itself. */
  isRare?: boolean;
}

/**
 * Finds what matches by the filters' own indexes, in whatever segment it stands, and gives the first rows of each segment as
 * `at`, `id` and `cursor_key`, in order; with each whether those that match are more than `most`, of which none is given.
 */
export function lookUp(list: ListConditions, lookup: Lookup): RawBuilder<unknown> {
  const { segments, after, limit, most } = lookup;
  const [first] = segments;
  const afterOf = (segment: Segment) => (segment === first?.segment ? after : null);
  const places = segments.flatMap(({ at, segment }) =>
    segment.ranges.flatMap((range, nth) => {
      if (isPlain(range, list)) return [];
      const behind = beyond(segment, range, afterOf(segment));
      const isIn = and([range.where, ...behind, ...(range.few ? [range.few.test] : [])]);
      return [sql`${isIn} as ${isInName(at, nth)}, ${range.key} as ${keyName(at, nth)}`];
    }),
  );
  // What is found is read once, by a plan that knows nothing of the limit or of the order: it would hope to come upon the rows
  // by chance. Their standings are read one by one, since the planner takes some for many and would read all there are.
  const standings = list.byStanding
    ? sql`join every_standing s on s.auction_id = a.id`
    : sql`cross join lateral (select * from every_standing where auction_id = a.id offset 0) s`;
  const found = and([...lookup.found, ...list.filters]);
  const isMany =
    most === null ? sql`false` : sql`(select count(*) from matches) > ${most}::integer`;
  const pages = segments.map(({ at, segment }) => {
    const direction = sql.raw(segment.direction);
    const page = { after: afterOf(segment), limit };
    const rows = segment.ranges.map((range, nth) =>
      isPlain(range, list)
        ? sql`(${inOrder(segment, range, list, page)})`
        : sql`select id, ${keyName(at, nth)} as cursor_key from matches where ${isInName(at, nth)}`,
    );
    return sql`(
      select ${at}::integer as at, id, cursor_key,
        row_number() over (order by cursor_key ${direction}, id ${direction}) as nth
      from (${unionAll(rows)}) own
      where not ${isMany}
      order by nth limit ${limit}
    )`;
  });
  return sql`
    with found as materialized (
      select a.id, ${sql.join(places)} from every_auction a ${standings} where ${found}
    ), matches as materialized (
      select * from found ${most === null ? sql`` : sql`limit ${most + 1}`}
    )
    select statement_timestamp() as asked_at, ${isMany} as is_many, page.*
    from (select) once
    left join (${unionAll(pages)}) page on true
    order by page.at, page.nth`;
}

const isInName = (at: number, nth: number) => sql.raw(`is_in_${at}_${nth}`);
const keyName = (at: number, nth: number) => sql.raw(`key_${at}_${nth}`);
const unionAll = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` union all `);

/**
 * The next rows of a range along the index of its order; with `isMatch` whether each is one, of which `asked.is_met` says
 * whether it meets the filters.
 */
function inOrder(
  segment: Segment,
  range: IndexRange,
  list: ListConditions,
  { after, limit }: PageRequest,
  isMatch?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const direction = sql.raw(segment.direction);
  const { from, where, key, id } = range.along ?? {
    from: sql`every_auction a join every_standing s on s.auction_id = a.id`,
    where: null,
    key: range.key,
    id: range.id,
  };
  const isTold = range.isDated && range.table === 'auctions';
  const own = isTold ? list.told : list.along[range.table];
  const conditions = [range.where, own, ...(where ? [where] : [])];
  // How far a walk goes is not told to the planner, who takes it for a tenth of all then, and the filters are asked of each row
  // by itself: for some thousand rows it would read and sort all there is, or all that a category has.
  const isMet = list.filters.length > 0 ? and(list.tried) : sql`true`;
  const asked = sql`cross join lateral (select ${isMet} as is_met offset 0) asked`;
  return sql`
    select ${id} as id, ${key} as cursor_key ${isMatch === undefined ? sql`` : sql`, ${isMatch} as is_match`}
    from ${from} ${isMatch === undefined ? sql`` : asked}
    where ${and([...conditions, ...beyond(segment, { key, id }, after)])}
    order by cursor_key ${direction}, ${id} ${direction}
    limit ${isMatch === undefined ? sql.lit(limit) : untold(limit)}`;
}

/**
 * A limit that the planner is not told: it would think a plan for each number far cheaper than the one that it could keep for
 * all, and make them anew, though they are the same.
 */
const untold = (limit: number) => sql`(select ${limit}::integer)`;

/** Keyset paging: what stands beyond the last row of the page before. */
function beyond(
  segment: Segment,
  { key, id }: Pick<IndexRange, 'key' | 'id'>,
  after: Position | null,
): Condition[] {
  if (after === null) return [];
  const further = sql.raw(segment.direction === 'asc' ? '>' : '<');
  if (after.key === null) return [sql<boolean>`${id} ${further} ${after.id}`];
  const type = sql.raw(segment.type);
  return [sql<boolean>`(${key}, ${id}) ${further} (${after.key}::${type}, ${after.id}::integer)`];
}
