import { type RawBuilder, sql } from 'kysely';
import { and, type Condition, type Selective } from '../access/visibility.ts';
import type { IndexRange, Segment } from './list-order.ts';

/** A place in a segment: the sort value and the id of the last row before it. */
export interface Position {
  key: string | number | null;
  id: number;
}

/** What a list asks of its rows, beside what its segments do. */
export interface ListConditions {
  /** What every row meets, whatever was asked for: few are met that do not. */
  always: Condition[];
  /** The same where the rows are found by what is rarer. */
  tested: Condition[];
  /** What was asked for, of which a few rows may meet, or most. */
  filters: Condition[];
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
      limit ${limit}
    ) page on true
    order by page.cursor_key ${direction}, page.id ${direction}`;
}

/**
 * Tries the next `length` rows of a segment, and gives those that match, up to the limit, in order, and with each how far
 * all that stands before has been tried: `tried_id` and `tried_key`, null when that is to the segment's end. A row beyond the
 * end of another range's walk is left out: before it may stand what was not come to.
 */
export function pageNear(
  segment: Segment,
  list: ListConditions,
  { after, limit }: PageRequest,
  length: number,
): RawBuilder<unknown> {
  const direction = sql.raw(segment.direction);
  const further = sql.raw(segment.direction === 'asc' ? '>' : '<');
  const walks = segment.ranges.map((range, at) => {
    const tests = [...(range.few ? [range.few.test] : []), ...list.filters];
    const isMatch = tests.length === 0 ? sql`true` : and(tests);
    const rows = isPlain(range, list) ? limit : length;
    return {
      name: sql.raw(`walk_${at}`),
      rows,
      walk: sql`(${inOrder(segment, range, list, { after, limit: rows }, isMatch)})`,
    };
  });
  const counts = walks.map(({ name }) => sql`(select count(*) from ${name})`);
  const ends = walks.map(
    ({ name, rows }) => sql`(
      select id, cursor_key from ${name}
      order by cursor_key ${direction}, id ${direction} offset ${rows - 1} limit 1
    )`,
  );
  return sql`
    with ${sql.join(walks.map(({ name, walk }) => sql`${name} as materialized ${walk}`))},
    tried as materialized (
      select id, cursor_key
      from (${unionAll(ends)}) ends
      order by cursor_key ${direction}, id ${direction}
      limit 1
    )
    select statement_timestamp() as asked_at, near.id, near.cursor_key,
      ${sql.join(counts, sql` + `)} as tried, tried.id as tried_id, tried.cursor_key as tried_key
    from (select) once
    left join tried on true
    left join (
      select id, cursor_key
      from (${unionAll(walks.map(({ name }) => sql`select id, cursor_key from ${name} where is_match`))}) near
      where not exists (
        select from tried t
        where near.cursor_key ${further} t.cursor_key
          or near.cursor_key is not distinct from t.cursor_key and near.id ${further} t.id
      )
      order by cursor_key ${direction}, id ${direction}
      limit ${limit}
    ) near on true
    order by near.cursor_key ${direction}, near.id ${direction}`;
}

/** Where to look for the rest of a list: these of its segments, the first of them behind a place. */
export interface Lookup {
  segments: { at: number; segment: Segment }[];
  after: Position | null;
  /** What all their rows have in common beside the filters. */
  selective: Selective | null;
  /** So many of each segment. */
  limit: number;
  /** More than so many that match are not looked through; null: all are. */
  most: number | null;
}

/**
 * Finds what matches by the filters' own indexes, in whatever segment it stands, and gives the first rows of each segment as
 * `at`, `id` and `cursor_key`, in order; with each whether those that match are more than `most`, of which none is given.
 */
export function lookUp(list: ListConditions, lookup: Lookup): RawBuilder<unknown> {
  const { segments, after, selective, limit, most } = lookup;
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
  const found = and([...list.tested, ...(selective ? [selective.found] : []), ...list.filters]);
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

/** The next rows of a range along the index of its order; with `isMatch` whether each is one. */
function inOrder(
  segment: Segment,
  range: IndexRange,
  list: ListConditions,
  { after, limit }: PageRequest,
  isMatch?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const direction = sql.raw(segment.direction);
  return sql`
    select a.id, ${range.key} as cursor_key ${isMatch === undefined ? sql`` : sql`, ${isMatch} as is_match`}
    from every_auction a join every_standing s on s.auction_id = a.id
    where ${and([range.where, ...list.always, ...beyond(segment, range, after)])}
    order by cursor_key ${direction}, ${range.id} ${direction}
    limit ${limit}`;
}

/** Keyset paging: what stands beyond the last row of the page before. */
function beyond(segment: Segment, { key, id }: IndexRange, after: Position | null): Condition[] {
  if (after === null) return [];
  const further = sql.raw(segment.direction === 'asc' ? '>' : '<');
  if (after.key === null) return [sql<boolean>`${id} ${further} ${after.id}`];
  const type = sql.raw(segment.type);
  return [sql<boolean>`(${key}, ${id}) ${further} (${after.key}::${type}, ${after.id}::integer)`];
}
