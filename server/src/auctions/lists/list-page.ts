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
  /** What was asked for, of which a few rows may meet, or most. */
  filters: Condition[];
  after: Position | null;
  limit: number;
  /** For a count any rows will do, and none need be sorted. */
  isUnordered?: boolean;
}

/** How many rows of a segment are tried one after the other before its filters' own indexes are asked. */
const WALK = 3_000;

/**
 * The first `limit` rows of a segment as a query of `id` and `cursor_key`, in order.
 *
 * Filtered rows are found in either of two ways: along the order of the list, which is quick where many of them
 * match, or by the filters' own indexes and a sort, which is quick where few do. Nobody knows which beforehand, and
 * the planner's guess is off by a thousand for words: so the list is walked a little, and only if that does not fill
 * the page are the indexes asked.
 */
export function pageOf(segment: Segment, request: PageRequest): RawBuilder<unknown> {
  const { filters, limit } = request;
  const direction = sql.raw(segment.direction);
  const merged = (ranges: RawBuilder<unknown>[]) => sql`
    select id, cursor_key from (${sql.join(ranges, sql` union all `)}) ranges`;
  const first = sql`order by cursor_key ${direction}, id ${direction} limit ${limit}`;
  const rows = ({ key }: IndexRange, conditions: Condition[]) => sql`
    select a.id, ${key} as cursor_key from every_auction a join every_standing s on s.auction_id = a.id
    where ${and(conditions)}`;
  const own = (range: IndexRange) => [
    range.where,
    ...request.always,
    ...beyond(segment, range, request.after),
  ];
  const inOrder = ({ id }: IndexRange) => sql`order by cursor_key ${direction}, ${id} ${direction}`;

  if (filters.length === 0) {
    const ranges = segment.ranges.map(
      (range) => sql`(${rows(range, own(range))} ${inOrder(range)} limit ${limit})`,
    );
    return sql`${merged(ranges)} ${first}`;
  }
  const walked = segment.ranges.map(
    (range) => sql`(
      select id, cursor_key from (
        select a.id, ${range.key} as cursor_key, ${and(filters)} as is_match
        from every_auction a join every_standing s on s.auction_id = a.id
        where ${and(own(range))}
        ${inOrder(range)} limit ${WALK}
      ) near
      where is_match
      order by cursor_key ${direction}, id ${direction} limit ${limit}
    )`,
  );
  // Behind «offset 0» the order is none of the planner's business: it would walk along it again.
  const found = segment.ranges.map(
    (range) => sql`(${rows(range, [...own(range), ...filters])} offset 0)`,
  );
  return sql`
    with walked as materialized (${merged(walked)} ${first}),
      found as (
        ${merged(found)} where (select count(*) from walked) < ${limit}
        ${request.isUnordered ? sql`limit ${limit}` : first}
      )
    select id, cursor_key from walked where (select count(*) from walked) = ${limit}
    union all
    select id, cursor_key from found
    ${first}`;
}

/** Keyset paging: what stands beyond the last row of the page before. */
function beyond(segment: Segment, { key, id }: IndexRange, after: Position | null): Condition[] {
  if (after === null) return [];
  const further = sql.raw(segment.direction === 'asc' ? '>' : '<');
  if (after.key === null) return [sql<boolean>`${id} ${further} ${after.id}`];
  const type = sql.raw(segment.type);
  return [sql<boolean>`(${key}, ${id}) ${further} (${after.key}::${type}, ${after.id}::integer)`];
}
