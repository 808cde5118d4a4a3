import { type RawBuilder, sql } from 'kysely';
import { firstRow, type Queryable, queryPlanned } from '../../db/pool.ts';
import { and, type Condition, type Scope } from '../access/visibility.ts';
import type { IndexRange, Segment } from './list-segments.ts';

/** A row of a list: its id and sort value. */
export interface ListEntry {
  id: number;
  cursor_key: Date | string | number | null;
}

/** Entries of a segment in order. */
export interface Found {
  entries: ListEntry[];
  /** The database's time of the statement. */
  asked_at: Date;
}

/** A position in a segment: the sort value and the id of the last row read. */
export interface Position {
  key: string | number | null;
  id: number;
}

/** The conditions of a list on its rows, besides those of its segments. */
export interface ListConditions {
  /** The conditions of the scope, for a scan of an index of either table. Most rows meet them. */
  byIndex: Scope['byIndex'];
  literal: Scope['literal'];
  /** The conditions of the scope, for rows found by a more selective index. */
  noIndex: Condition[];
  /** The requested filters. Few or many rows may meet them. */
  filters: Condition[];
  /** The filters as tests of each scanned row. */
  rowFilters: Condition[];
  /** At least one filter is served by an index of the standings. Otherwise rows are found from the auctions. */
  byStanding: boolean;
}

export interface PageRequest {
  after: Position | null;
  limit: number;
}

/** Whether every row of the range is on the page, without further tests. */
export const isPlain = ({ selective }: IndexRange, { filters }: ListConditions) =>
  selective === null && filters.length === 0;

/** Returns a sort value as in a cursor. */
export const keyOf = (key: ListEntry['cursor_key']) =>
  key instanceof Date ? key.toISOString() : key;

interface EntryRow {
  /** Null if there is no entry: `asked_at` is always returned. */
  id: number | null;
  cursor_key: ListEntry['cursor_key'];
  asked_at: Date;
}

const entriesOf = (rows: EntryRow[]): ListEntry[] =>
  rows.flatMap(({ id, cursor_key }) => (id === null ? [] : [{ id, cursor_key }]));

/** Reads the first `limit` rows of a segment whose ranges are all plain. */
export async function readInOrder(
  db: Queryable,
  segment: Segment,
  list: ListConditions,
  { after, limit }: PageRequest,
): Promise<Found> {
  const direction = sql.raw(segment.direction);
  const ranges = segment.ranges.map(
    (range) => sql`(${inOrder(segment, range, list, { after, limit })})`,
  );
  const page = sql<EntryRow>`
    select statement_timestamp() as asked_at, page.*
    from (select) once
    left join (
      select id, cursor_key
      from (${unionAll(ranges)}) ranges
      order by cursor_key ${direction}, id ${direction}
      limit ${sql.lit(limit)}
    ) page on true
    order by page.cursor_key ${direction}, page.id ${direction}`;
  const rows = await queryPlanned(db, 'places', page);
  return { entries: entriesOf(rows), asked_at: firstRow(rows).asked_at };
}

interface ScanRow extends EntryRow {
  is_match: boolean | null;
  /** The row's number in the scan. */
  nth: number | null;
}

/** Scans the next `length` rows of a segment in order, and stops at `limit` matches. */
export async function scan(
  db: Queryable,
  segment: Segment,
  list: ListConditions,
  { after, limit }: PageRequest,
  length: number,
): Promise<Found & { scanned: number; end: Position | null }> {
  const direction = sql.raw(segment.direction);
  const order = sql`order by cursor_key ${direction}, id ${direction}`;
  const ranges = segment.ranges.map((range) => {
    const isMatch = and([
      ...(range.selective ? [range.selective.test] : []),
      sql<boolean>`asked.is_met`,
    ]);
    return sql`(${inOrder(segment, range, list, { after, limit: length }, isMatch)})`;
  });
  // Returns the matches and, if there are fewer than `limit`, the last scanned row.
  const page = sql<ScanRow>`
    select statement_timestamp() as asked_at, near.*
    from (select) once
    left join (
      select id, cursor_key, is_match, nth
      from (
        select *, row_number() over in_order as nth, lead(id) over in_order is null as is_last
        from (select * from (${unionAll(ranges)}) ranges ${order} limit ${hiddenLimit(length)}) tried
        window in_order as (${order})
      ) numbered
      where is_match or is_last
      ${order} limit ${hiddenLimit(limit)}
    ) near on true
    order by near.nth`;
  const rows = await queryPlanned(db, 'places', page);
  const entries = entriesOf(rows.filter(({ is_match }) => is_match));
  const last = rows.at(-1)!;
  const isComplete = entries.length === limit || last.id === null || last.nth !== length;
  return {
    entries,
    asked_at: firstRow(rows).asked_at,
    scanned: last.nth ?? 0,
    end: isComplete ? null : { id: last.id!, key: keyOf(last.cursor_key) },
  };
}

/** A segment with its index in the list. */
export interface PlacedSegment {
  at: number;
  segment: Segment;
}

/** A lookup of segments, the first of them after a position. */
export interface Lookup {
  segments: PlacedSegment[];
  after: Position | null;
  /** Conditions that all rows meet besides the filters, in a form that an index serves. */
  found: Condition[];
  /** Maximum number of rows per segment. */
  limit: number;
  /** Maximum number of matches: beyond it the lookup returns none. Null for no maximum. */
  maxMatches: number | null;
  /** The common condition alone matches few rows. */
  isRare?: boolean;
}

interface LookupRow extends EntryRow {
  at: number;
  is_many: boolean;
}

/**
 * Finds matches by the filters' own indexes, in all segments at once. Returns the first rows of each segment by its
 * index. Null if there are more than `maxMatches`.
 */
export async function lookUp(
  db: Queryable,
  list: ListConditions,
  lookup: Lookup,
): Promise<Map<number, Found> | null> {
  const { segments, after, limit, maxMatches } = lookup;
  const [first] = segments;
  const afterOf = (segment: Segment) => (segment === first?.segment ? after : null);
  const places = segments.flatMap(({ at, segment }) =>
    segment.ranges.flatMap((range, nth) => {
      if (isPlain(range, list)) return [];
      const behind = afterCondition(segment, range, afterOf(segment));
      const isIn = and([
        range.where,
        ...behind,
        ...(range.selective ? [range.selective.test] : []),
      ]);
      return [sql`${isIn} as ${isInName(at, nth)}, ${range.key} as ${keyName(at, nth)}`];
    }),
  );
  // Materialised, so that the plan does not depend on limit or order: the planner would otherwise expect to meet
  // the matches early in an ordered scan. Standings are looked up row by row, because the planner overestimates
  // the matches and would read the whole table.
  const standings = list.byStanding
    ? sql`join every_standing s on s.auction_id = a.id`
    : sql`cross join lateral (select * from every_standing where auction_id = a.id offset 0) s`;
  const found = and([...lookup.found, ...list.filters]);
  const isMany =
    maxMatches === null ? sql`false` : sql`(select count(*) from matches) > ${maxMatches}::integer`;
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
  const statement = sql<LookupRow>`
    with found as materialized (
      select a.id, ${sql.join(places)} from every_auction a ${standings} where ${found}
    ), matches as materialized (
      select * from found ${maxMatches === null ? sql`` : sql`limit ${maxMatches + 1}`}
    )
    select statement_timestamp() as asked_at, ${isMany} as is_many, page.*
    from (select) once
    left join (${unionAll(pages)}) page on true
    order by page.at, page.nth`;
  // A rare condition has one best index for every viewer. The best index for filters depends on their values.
  const isPlannedOnce = lookup.isRare && list.filters.length === 0;
  const rows = isPlannedOnce
    ? await queryPlanned(db, 'places', statement)
    : (await statement.execute(db)).rows;
  const { is_many, asked_at } = firstRow(rows);
  if (is_many) return null;
  return new Map(
    segments.map(({ at }) => [
      at,
      { entries: entriesOf(rows.filter((row) => row.at === at)), asked_at },
    ]),
  );
}

const isInName = (at: number, nth: number) => sql.raw(`is_in_${at}_${nth}`);
const keyName = (at: number, nth: number) => sql.raw(`key_${at}_${nth}`);
const unionAll = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` union all `);

/**
 * Reads the next rows of a range in the order of its index. With `isMatch` it adds whether each matches;
 * `asked.is_met` is whether the row meets the filters.
 */
function inOrder(
  segment: Segment,
  range: IndexRange,
  list: ListConditions,
  { after, limit }: PageRequest,
  isMatch?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const direction = sql.raw(segment.direction);
  const { from, where, key, id } = range.scan ?? {
    from: sql`every_auction a join every_standing s on s.auction_id = a.id`,
    where: null,
    key: range.key,
    id: range.id,
  };
  const usesLiteral = range.isDated && range.table === 'auctions';
  const own = usesLiteral ? list.literal : list.byIndex[range.table];
  const conditions = [range.where, own, ...(where ? [where] : [])];
  // The limit of a scan is hidden from the planner, which then assumes a tenth of the rows, and the filters are a
  // lateral subquery per row. Otherwise the planner reads and sorts the whole table or category.
  const isMet = list.filters.length > 0 ? and(list.rowFilters) : sql`true`;
  const asked = sql`cross join lateral (select ${isMet} as is_met offset 0) asked`;
  return sql`
    select ${id} as id, ${key} as cursor_key ${isMatch === undefined ? sql`` : sql`, ${isMatch} as is_match`}
    from ${from} ${isMatch === undefined ? sql`` : asked}
    where ${and([...conditions, ...afterCondition(segment, { key, id }, after)])}
    order by cursor_key ${direction}, ${id} ${direction}
    limit ${isMatch === undefined ? sql.lit(limit) : hiddenLimit(limit)}`;
}

/**
 * Hides a limit from the planner. Otherwise it considers a custom plan for each number much cheaper than the
 * generic plan, and replans each time.
 */
const hiddenLimit = (limit: number) => sql`(select ${limit}::integer)`;

/** Keyset paging: the rows after the last row of the previous page. */
function afterCondition(
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
