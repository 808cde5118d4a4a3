import type { AuctionCard, AuctionFilter } from '@restvarde/contract/auctions';
import { addDays, isDate, stockholmInstant } from '@restvarde/contract/dates';
import { PAGE_SIZE, type Page } from '@restvarde/contract/paging';
import { may, type Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { Queryable } from '../db/pool.ts';
import {
  isRowId,
  isSortValue,
  nextAddress,
  readCursor,
  writeCursor,
  wrongCursor,
} from '../http/cursor.ts';
import { refuse } from '../http/refusal.ts';
import type { Media } from '../media/media.ts';
import { type CardRow, cardColumns, cardTables, toCard } from './auction-view.ts';
import { orderOf, type Stretch } from './list-order.ts';
import { and, type Condition, participated, scopeOf } from './visibility.ts';

/** Which of the three lists (LIST-1). */
export type ListKind = 'all' | 'mine' | 'won';

interface Position {
  key: string | number | null;
  id: number;
}

type ListRow = CardRow & { cursor_key: Date | string | number | null };

/** A page of a list of auctions as its viewer may see them (LIST-1–6). */
export async function listAuctions(
  db: Queryable,
  media: Media,
  viewer: Viewer,
  request: { kind: ListKind; path: string; company: number | null; filter: AuctionFilter },
): Promise<Page<AuctionCard>> {
  const { filter } = request;
  const scope = scopeOf(viewer, request.company);
  const stretches = orderOf(viewer, filter, scope);
  const filters = [scope.always, ...kindFilter(viewer, request.kind), ...filtersOf(viewer, filter)];
  let { at, after } = startOf(filter.cursor, stretches);

  const size = PAGE_SIZE.auctions;
  const rows: (ListRow & { stretch: number })[] = [];
  for (; at < stretches.length && rows.length <= size; at++, after = null) {
    const stretch = stretches[at]!;
    if (stretch.branches.length === 0) continue;
    const found = await readStretch(db, viewer, stretch, filters, after, size + 1 - rows.length);
    rows.push(...found.map((row) => ({ ...row, stretch: at })));
  }

  const last = rows.length > size ? rows[size - 1] : undefined;
  const key = last?.cursor_key instanceof Date ? last.cursor_key.toISOString() : last?.cursor_key;
  return {
    results: rows
      .slice(0, size)
      .map(({ cursor_key: _key, stretch: _at, ...row }) => toCard(viewer, media, row)),
    next: last
      ? nextAddress(request.path, filter, writeCursor([last.stretch, key ?? null, last.id]))
      : null,
  };
}

function startOf(
  cursor: string | undefined,
  stretches: Stretch[],
): { at: number; after: Position | null } {
  if (cursor === undefined) return { at: 0, after: null };
  const [at, key = null, id] = readCursor(cursor, 3);
  const stretch = typeof at === 'number' ? stretches[at] : undefined;
  if (typeof at !== 'number' || !stretch || !isRowId(id) || !isSortValue(stretch.type, key)) {
    throw wrongCursor();
  }
  return { at, after: { key, id } };
}

/** Each branch gives its first rows by its index; the merged first of them are dressed as cards. */
async function readStretch(
  db: Queryable,
  viewer: Viewer,
  stretch: Stretch,
  filters: Condition[],
  after: Position | null,
  limit: number,
): Promise<ListRow[]> {
  const direction = sql.raw(stretch.direction);
  const type = sql.raw(stretch.type);
  const branches = stretch.branches.map(({ where, key }) => {
    const beyond = sql.raw(stretch.direction === 'asc' ? '>' : '<');
    const position = after
      ? after.key === null
        ? [sql<boolean>`a.id ${beyond} ${after.id}`]
        : [sql<boolean>`(${key}, a.id) ${beyond} (${after.key}::${type}, ${after.id}::integer)`]
      : [];
    return sql`(
      select a.id, ${key} as cursor_key
      from auctions a join auction_standings s on s.auction_id = a.id
      where ${and([where, ...filters, ...position])}
      order by cursor_key ${direction}, a.id ${direction}
      limit ${limit}
    )`;
  });
  const { rows } = await sql<ListRow>`
    with page as (
      select id, cursor_key from (${sql.join(branches, sql` union all `)}) branches
      order by cursor_key ${direction}, id ${direction}
      limit ${limit}
    )
    select page.cursor_key, ${cardColumns(viewer)}
    from page
    join auctions a on a.id = page.id
    join auction_standings s on s.auction_id = a.id
    ${cardTables(viewer)}
    order by page.cursor_key ${direction}, page.id ${direction}`.execute(db);
  return rows;
}

function kindFilter(viewer: Viewer, kind: ListKind): Condition[] {
  if (kind === 'mine') return [participated(viewer)];
  if (kind === 'all') return [];
  return [
    sql<boolean>`s.winner_notified_at is not null and exists (
      select from bids b
      where b.auction_id = a.id and b.id = s.winning_bid_id
        and b.service_station_id = ${viewer.service_station_id}
    )`,
  ];
}

/** LIST-2, LIST-5. */
function filtersOf(viewer: Viewer, filter: AuctionFilter): Condition[] {
  const conditions: Condition[] = [];
  const contains = {
    number: filter.number,
    registration_number: filter.registration_number,
    chassis_number: filter.chassis_number,
    manufacturer: filter.manufacturer,
  };
  for (const [column, written] of Object.entries(contains)) {
    if (written)
      conditions.push(sql<boolean>`searchable(${sql.ref(`a.${column}`)}) like ${pattern(written)}`);
  }
  if (filter.category) {
    conditions.push(sql<boolean>`exists (
      select from auction_categories ac
      where ac.auction_id = a.id and ac.category_id = any(${filter.category}::integer[])
    )`);
  }
  if (filter.buyer && may.manageAuctions(viewer)) {
    conditions.push(sql<boolean>`exists (
      select from bids b join service_stations buyer on buyer.id = b.service_station_id
      where b.auction_id = a.id and b.id = s.winning_bid_id and searchable(buyer.name) like ${pattern(filter.buyer)}
    )`);
  }
  if (filter.start_dt)
    conditions.push(sql<boolean>`a.start_dt >= ${startOfDay('start_dt', filter.start_dt)}`);
  if (filter.end_dt) {
    conditions.push(sql<boolean>`s.end_dt < ${startOfDay('end_dt', addDays(filter.end_dt, 1))}`);
  }
  return conditions;
}

function pattern(written: string): string {
  const bare = written.toLowerCase().replace(/ /g, '');
  return `%${bare.replace(/[\\%_]/g, '\\$&')}%`;
}

function startOfDay(field: string, day: string): Date {
  if (!isDate(day)) throw refuse.field(field, 'Ange datum som ÅÅÅÅ-MM-DD');
  return stockholmInstant(`${day}T00:00`);
}
