import { type RawBuilder, sql } from 'kysely';
import { and, type Condition } from '../access/visibility.ts';
import type { IndexRange, Segment } from './list-order.ts';

/** A place in a segment: the sort value and the id of the last row before it. */
export interface Position {
  key: string | number | null;
  id: number;
}

export interface PageRequest {
  /** What every row meets, whatever was asked for: few are met that do not. */
  always: Condition[];
  /** The same where the rows are found by what is rarer. */
  tested: Condition[];
  /** What was asked for, of which a few rows may meet, or most. */
  filters: Condition[];
  after: Position | null;
  limit: number;
}

/** Does every row of the range stand on the page, in order, until it is full? */
export const isPlain = ({ few }: IndexRange, { filters }: PageRequest) =>
  few === null && filters.length === 0;

/** The first `limit` rows of a segment as a query of `id` and `cursor_key`, in order; `ids`: of these alone. */
export function pageAmong(
  segment: Segment,
  request: PageRequest,
  ids: number[] | null,
): RawBuilder<unknown> {
  const ranges = segment.ranges.map((range) => {
    if (isPlain(range, request)) return inOrder(segment, range, request, request.limit);
    const among =
      ids === null
        ? (range.few?.found ?? sql<boolean>`true`)
        : sql<boolean>`a.id = any(${ids}::integer[])`;
    const tests = ids !== null && range.few ? [range.few.test] : [];
    // Behind «offset 0» the order is none of the planner's business: it would walk along it.
    return sql`
      select a.id, ${range.key} as cursor_key
      from every_auction a join every_standing s on s.auction_id = a.id
      where ${and([range.where, ...request.tested, ...beyond(segment, range, request.after), among, ...tests, ...request.filters])}
      offset 0`;
  });
  return merged(segment, ranges, request.limit);
}

/**
 * The first `limit` rows of a segment that stand among the next `length` of it, as `pageAmong`; and with each whether
 * that is all there is to walk. A row beyond the end of another range's walk is left out: before it may stand what was
 * not come to.
 */
export function pageNear(
  segment: Segment,
  request: PageRequest,
  length: number,
): RawBuilder<unknown> {
  const direction = sql.raw(segment.direction);
  const further = sql.raw(segment.direction === 'asc' ? '>' : '<');
  const walks = segment.ranges.map((range, at) => {
    const tests = [...(range.few ? [range.few.test] : []), ...request.filters];
    const isMatch = tests.length === 0 ? sql`true` : and(tests);
    const rows = isPlain(range, request) ? request.limit : length;
    return {
      name: sql.raw(`walk_${at}`),
      ends: sql.raw(`end_${at}`),
      rows,
      walk: sql`(${inOrder(segment, range, request, rows, isMatch)})`,
    };
  });
  const ctes = walks.flatMap(({ name, ends, rows, walk }) => [
    sql`${name} as materialized ${walk}`,
    sql`${ends} as materialized (
      select id, cursor_key from ${name}
      order by cursor_key ${direction}, id ${direction} offset ${rows - 1} limit 1
    )`,
  ]);
  const isSure = walks.map(
    ({ ends }) => sql<boolean>`not exists (
      select from ${ends} e
      where near.cursor_key ${further} e.cursor_key
        or near.cursor_key is not distinct from e.cursor_key and near.id ${further} e.id
    )`,
  );
  const isWhole = walks.map(({ ends }) => sql<boolean>`not exists (select from ${ends})`);
  return sql`
    with ${sql.join(ctes)}
    select near.id, near.cursor_key, ${and(isWhole)} as is_whole
    from (select) once
    left join (
      select id, cursor_key
      from (${sql.join(
        walks.map(({ name }) => sql`select id, cursor_key from ${name} where is_match`),
        sql` union all `,
      )}) near
      where ${and(isSure)}
      order by cursor_key ${direction}, id ${direction}
      limit ${request.limit}
    ) near on true`;
}

/** The next rows of a range along the index of its order; with `isMatch` whether each is one. */
function inOrder(
  segment: Segment,
  range: IndexRange,
  request: PageRequest,
  limit: number,
  isMatch?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const direction = sql.raw(segment.direction);
  return sql`
    select a.id, ${range.key} as cursor_key ${isMatch === undefined ? sql`` : sql`, ${isMatch} as is_match`}
    from every_auction a join every_standing s on s.auction_id = a.id
    where ${and([range.where, ...request.always, ...beyond(segment, range, request.after)])}
    order by cursor_key ${direction}, ${range.id} ${direction}
    limit ${limit}`;
}

function merged(segment: Segment, ranges: RawBuilder<unknown>[], limit: number) {
  const direction = sql.raw(segment.direction);
  return sql`
    select id, cursor_key
    from (${sql.join(
      ranges.map((range) => sql`(${range})`),
      sql` union all `,
    )}) ranges
    order by cursor_key ${direction}, id ${direction}
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
