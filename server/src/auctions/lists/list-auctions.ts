import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import type { AuctionFilter } from '@restvarde/contract/auctions/list-auctions';
import { PAGE_SIZE, type Page } from '@restvarde/contract/paging';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { firstRow } from '../../db/first-row.ts';
import type { Queryable } from '../../db/pool.ts';
import {
  isRowId,
  isSortValue,
  nextUrl,
  readCursor,
  writeCursor,
  wrongCursor,
} from '../../http/cursor.ts';
import type { Media } from '../../media/media.ts';
import { type CardRow, cardColumns, cardTables, toCard } from '../access/auction-view.ts';
import { scopeOf } from '../access/visibility.ts';
import { filtersOf, kindFilter, type ListKind } from './list-filters.ts';
import { orderOf, type Segment } from './list-order.ts';
import { type PageRequest, type Position, pageOf } from './list-page.ts';

type ListRow = CardRow & { cursor_key: Date | string | number | null };

/** Where a page begins: a segment, a place in it, and the instant of the list's first page. */
interface Start {
  at: number;
  after: Position | null;
  asOf: Date | null;
}

export interface ListRequest {
  kind: ListKind;
  /** The company that staff look at; null for a superuser's all. */
  company: number | null;
  filter: AuctionFilter;
}

/**
 * A page of a list of auctions as its viewer may see them (LIST-1–6).
 * @throws DomainError 400 at a filter or a cursor that is none.
 */
export async function listAuctions(
  db: Queryable,
  media: Media,
  viewer: Viewer,
  request: ListRequest & { path: string },
): Promise<Page<AuctionCard>> {
  const { rows, cursor } = await readRows(db, viewer, request, PAGE_SIZE.auctions);
  return {
    results: rows.map((row) => toCard(viewer, media, row)),
    next: cursor && nextUrl(request.path, request.filter, cursor),
  };
}

/**
 * Up to `size` rows behind the filter's cursor, and the cursor of what comes after them; null at the end.
 * @throws DomainError 400 at a filter or a cursor that is none.
 */
export async function readRows(
  db: Queryable,
  viewer: Viewer,
  { kind, company, filter }: ListRequest,
  size: number,
): Promise<{ rows: CardRow[]; cursor: string | null }> {
  const scope = scopeOf(viewer, company);
  const always = [scope.always, ...kindFilter(viewer, kind)];
  const filters = filtersOf(viewer, filter);
  const segmentsAt = (instant: Date | null) => orderOf(viewer, { kind, filter }, scope, instant);
  const segments = segmentsAt(null);
  const start = startOf(filter.cursor, segments);
  let { asOf } = start;

  const found: (ListRow & { segment: number })[] = [];
  for (let at = start.at; at < segments.length && found.length <= size; at++) {
    const segment = segmentsAt(asOf)[at];
    if (!segment || segment.ranges.length === 0) continue;
    const after = at === start.at ? start.after : null;
    const limit = size + 1 - found.length;
    const { rows, asked_at } = await readSegment(db, viewer, segment, {
      always,
      filters,
      after,
      limit,
    });
    found.push(...rows.map((row) => ({ ...row, segment: at })));
    asOf ??= asked_at;
  }
  const last = found.length > size ? found[size - 1] : undefined;
  const key = last?.cursor_key instanceof Date ? last.cursor_key.toISOString() : last?.cursor_key;
  return {
    rows: found.slice(0, size).map(({ cursor_key: _key, segment: _at, ...row }) => row),
    cursor:
      last && asOf ? writeCursor([last.segment, key ?? null, last.id, asOf.toISOString()]) : null,
  };
}

function startOf(cursor: string | undefined, segments: Segment[]): Start {
  if (cursor === undefined) return { at: 0, after: null, asOf: null };
  const [at, key = null, id, asOf = null] = readCursor(cursor, 4);
  const segment = typeof at === 'number' ? segments[at] : undefined;
  if (typeof at !== 'number' || !segment || !isRowId(id) || !isSortValue(segment.type, key)) {
    throw wrongCursor();
  }
  if (typeof asOf !== 'string' || !isSortValue('timestamptz', asOf)) throw wrongCursor();
  return { at, after: { key, id }, asOf: new Date(asOf) };
}

/** The rows of a page, made cards. When it was asked is returned even where there are none. */
async function readSegment(
  db: Queryable,
  viewer: Viewer,
  segment: Segment,
  request: PageRequest,
): Promise<{ rows: ListRow[]; asked_at: Date }> {
  const direction = sql.raw(segment.direction);
  const { rows } = await sql<ListRow & { asked_at: Date }>`
    with page as (${pageOf(segment, request)}), cards as (
      select page.cursor_key, ${cardColumns(viewer)}
      from page
      join auctions a on a.id = page.id
      join auction_standings s on s.auction_id = a.id
      ${cardTables(viewer)}
    )
    select statement_timestamp() as asked_at, cards.*
    from (select) once left join cards on true
    order by cards.cursor_key ${direction}, cards.id ${direction}`.execute(db);
  const { asked_at } = firstRow(rows);
  const found = rows.filter((row) => row.id !== null);
  return { rows: found.map(({ asked_at: _at, ...row }) => row), asked_at };
}
