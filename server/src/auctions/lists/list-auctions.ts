import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import type { AuctionFilter, Suggestion } from '@restvarde/contract/auctions/list-auctions';
import { PAGE_SIZE, type Page } from '@restvarde/contract/paging';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { type Queryable, queryPlanned } from '../../db/pool.ts';
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
import { visible } from '../access/visibility.ts';
import { filtersOf, type ListKind, listScope } from './list-filters.ts';
import { orderOf } from './list-order.ts';
import { keyOf, type ListEntry, type Position } from './list-page.ts';
import type { Segment } from './list-segments.ts';
import { openList } from './read-segment.ts';

/** Where a page starts: the segment, the position in it, and the time of the list's first page. */
interface Start {
  at: number;
  after: Position | null;
  asOf: Date | null;
}

export interface ListRequest {
  kind: ListKind;
  /** The selected company of staff. Null for all companies (superuser). */
  company: number | null;
  filter: AuctionFilter;
}

/**
 * Returns a page of a list of auctions as the viewer may see them (LIST-1–6).
 * @throws DomainError 400 for an invalid filter or cursor
 */
export async function listAuctions(
  db: Queryable,
  media: Media,
  viewer: Viewer,
  request: ListRequest & { path: string },
): Promise<Page<AuctionCard>> {
  const { ids, cursor } = await readListIds(db, viewer, request, PAGE_SIZE.auctions);
  const rows = await readCards(db, viewer, ids);
  return {
    results: rows.map((row) => toCard(viewer, media, row)),
    next: cursor && nextUrl(request.path, request.filter, cursor),
  };
}

/**
 * Returns the ids of up to `size` auctions after the filter's cursor, in order, and the next cursor. The cursor
 * is null at the end.
 * @throws DomainError 400 for an invalid filter or cursor
 */
export async function readListIds(
  db: Queryable,
  viewer: Viewer,
  { kind, company, filter }: ListRequest,
  size: number,
): Promise<{ ids: number[]; cursor: string | null }> {
  const scope = listScope(viewer, kind, company);
  const segmentsAt = (instant: Date | null) => orderOf(viewer, { kind, filter }, scope, instant);
  const { byText, ...filters } = filtersOf(viewer, filter);
  const readSegment = openList(db, {
    byIndex: scope.byIndex,
    literal: scope.literal,
    noIndex: [byText ? scope.textIndex : scope.noIndex],
    ...filters,
    segmentsAt,
    maxLimit: size + 1,
  });
  const segments = segmentsAt(null);
  const start = startOf(filter.cursor, segments);
  let { asOf } = start;

  const found: (ListEntry & { segment: number })[] = [];
  for (let at = start.at; at < segments.length && found.length <= size; at++) {
    if (segmentsAt(asOf)[at]?.ranges.length === 0) continue;
    const after = at === start.at ? start.after : null;
    const limit = size + 1 - found.length;
    const { entries, asked_at } = await readSegment(at, asOf, { after, limit });
    found.push(...entries.map((entry) => ({ ...entry, segment: at })));
    asOf ??= asked_at;
  }
  const last = found.length > size ? found[size - 1] : undefined;
  const key = last ? keyOf(last.cursor_key) : null;
  return {
    ids: found.slice(0, size).map(({ id }) => id),
    cursor: last && asOf ? writeCursor([last.segment, key, last.id, asOf.toISOString()]) : null,
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

/** As many as fit above the keyboard of a small screen. */
const SUGGESTIONS = 6;

/**
 * Returns the first auctions that match a search among those that the viewer may see (LIST-11).
 * @throws DomainError 400 for an invalid filter
 */
export async function suggestAuctions(
  db: Queryable,
  media: Media,
  viewer: Viewer,
  { company, q }: { company: number | null; q: string },
): Promise<{ results: Suggestion[] }> {
  if (q === '') return { results: [] };
  const request = { kind: 'all', company, filter: { q } } as const;
  const { ids } = await readListIds(db, viewer, request, SUGGESTIONS);
  const rows = await readCards(db, viewer, ids);
  const results = rows.map((row) => ({
    id: row.id,
    number: row.number,
    manufacturer: row.manufacturer,
    model: row.model,
    model_year: row.model_year,
    registration_number: row.registration_number,
    is_active: row.is_active,
    has_started: row.has_started,
    end_dt: row.end_dt.toISOString(),
    thumb: row.image_key && media.imageSizes(row.image_key).thumb,
    start_bid: row.start_bid,
    highest_bid: row.highest_bid,
    my_bid: row.my_bid,
    winning_bid: row.winning_bid,
    has_notified_winner: row.has_notified_winner,
  }));
  return { results };
}

/**
 * Returns the cards of these auctions in this order, without those that the viewer may no longer see. A separate
 * statement: planning its two dozen columns takes many times longer than reading a page, and a connection plans
 * it once for all lists. Rows are looked up by id, because the planner might otherwise scan all auctions of their
 * company.
 */
export async function readCards(db: Queryable, viewer: Viewer, ids: number[]): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const rows = await queryPlanned(
    db,
    'cards',
    sql<CardRow>`
      select ${cardColumns(viewer)}
      from unnest(${ids}::integer[]) as page (id)
      cross join lateral (select * from auctions where id = page.id offset 0) a
      join auction_standings s on s.auction_id = a.id
      ${cardTables(viewer)}
      where ${visible(viewer)}`,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
