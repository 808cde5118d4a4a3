import type { Category } from '@restvarde/contract/categories';
import { PAGE_SIZE, type Page } from '@restvarde/contract/paging';
import type { Viewer } from '@restvarde/contract/roles';
import {
  type OwnStation,
  type ServiceStation,
  STATION_SORTS,
  type StationFilter,
} from '@restvarde/contract/service-stations';
import { type RawBuilder, sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { contains } from '../db/contains.ts';
import type { Queryable } from '../db/pool.ts';
import { nextUrl, readParts, writeCursor, wrongCursor } from '../http/cursor.ts';
import { refuse } from '../http/domain-error.ts';
import type { Media } from '../media/media.ts';
import { type DismantlerRow, dismantlerColumn, withDismantler } from './dismantler-view.ts';

const categories = (of: 'service_station_categories' | 'silenced_categories') => sql<Category[]>`(
  select coalesce(
    json_agg(
      json_build_object('id', c.id, 'name', c.name, 'is_global', c.company_id is null)
      order by c.name, c.id
    ),
    '[]'
  )
  from ${sql.table(of)} sc join categories c on c.id = sc.category_id
  where sc.service_station_id = s.id
)`;

/** Of `service_stations s join companies`, without the authorisation. */
const ownColumns = sql`
  s.id, s.number, s.name, s.street, s.postal, s.city, s.is_staging_area,
  companies.name as company_name,
  ${categories('service_station_categories')} as categories,
  ${categories('silenced_categories')} as silent_categories`;

/** Only the company's own objects: its admins must not see others' sales (DISM-11, ROLE-15). */
const deregistrationsOverdue = sql`(
  select count(*)::integer
  from deregistrations d
  join auctions a on a.id = d.auction_id and a.company_id = s.company_id and a.deleted_at is null
  where d.service_station_id = s.id and d.withdrawn_at is null and d.state in ('awaiting', 'returned')
    and d.due_date < stockholm_today()
)`;

type StationRow = Omit<ServiceStation, 'dismantler' | 'contact_logged_in_at'> &
  DismantlerRow & { contact_logged_in_at: Date | null };

const toStation = (media: Media, row: StationRow): ServiceStation => ({
  ...withDismantler(media, row),
  contact_logged_in_at: row.contact_logged_in_at?.toISOString() ?? null,
});

/** With the contact only if the viewer may edit the station (ROLE-16). */
const columns = (viewer: Viewer) => {
  const canEdit = viewer.is_superuser
    ? sql<boolean>`true`
    : sql<boolean>`s.company_id = ${viewer.company_id}`;
  return sql`${ownColumns}, case when ${canEdit} then s.phone end as phone, s.company_id, ${canEdit} as can_edit,
    ${dismantlerColumn({ document: canEdit, note: canEdit })} as dismantler,
    case when ${canEdit} then ${deregistrationsOverdue} end as deregistrations_overdue,
    case when ${canEdit} then ${contactWhere('not u.is_successor')} end as "user",
    case when ${canEdit} then (
      select u.password_hash is null and not u.is_ad_user from users u
      where u.service_station_id = s.id and u.deactivated_at is null and not u.is_successor
      order by u.id
      limit 1
    ) end as contact_lacks_password,
    case when ${canEdit} then (
      select max(event.at) from security_events event
      where event.kind = 'login' and event.user_id = (
        select u.id from users u
        where u.service_station_id = s.id and u.deactivated_at is null and not u.is_successor
        order by u.id
        limit 1
      )
    ) end as contact_logged_in_at,
    case when ${canEdit} then ${contactWhere('u.is_successor')} end as successor`;
};

const contactWhere = (condition: string) => sql`(
  select json_build_object('first_name', u.first_name, 'last_name', u.last_name, 'email', u.email)
  from users u
  where u.service_station_id = s.id and u.deactivated_at is null and ${sql.raw(condition)}
  order by u.id
  limit 1
)`;

/**
 * A page of the directory of all companies' stations (STN-1, ROLE-16).
 * @throws DomainError 400 for an invalid cursor.
 */
export async function listStations(
  { pool: { db }, media }: Pick<AppContext, 'pool' | 'media'>,
  viewer: Viewer,
  path: string,
  filter: StationFilter,
): Promise<Page<ServiceStation>> {
  const { rows, cursor } = await readStations(db, viewer, filter, PAGE_SIZE.service_stations);
  const results = rows.map((row) => toStation(media, row));
  return { results, next: cursor === null ? null : nextUrl(path, filter, cursor) };
}

/**
 * Reads the directory from the filter's cursor on. The next cursor is null at the end.
 * @throws DomainError 400 for an invalid cursor.
 */
export async function readStations(
  db: Queryable,
  viewer: Viewer,
  filter: StationFilter,
  size: number,
): Promise<{ rows: StationRow[]; cursor: string | null }> {
  const ordering = filter.ordering ?? 'number';
  const sort = STATION_SORTS.find((name) => ordering.endsWith(name))!;
  const isDescending = ordering.startsWith('-');
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  const own = filter.ordering === undefined && filter.company === undefined && viewer.company_id;
  /** The segments of the directory in order: those of the caller's company, then the others, or all in one. */
  const segments = own
    ? [sql<boolean>`s.company_id = ${own}`, sql<boolean>`s.company_id <> ${own}`]
    : [sql<boolean>`true`];
  const from = readPlace(filter.cursor, segments.length);
  // Each follows an index up to its limit.
  const parts = segments.slice(from.segment).map((isIn, index) => {
    const conditions = [isIn, ...conditionsOf(filter)];
    if (index === 0 && from.after) {
      const beyond = sql.raw(isDescending ? '<' : '>');
      const [key, id] = from.after;
      conditions.push(
        sql<boolean>`(s.${sql.ref(sort)}, s.id) ${beyond} (${key}::text, ${id}::integer)`,
      );
    }
    return sql`(
      select s.id, ${from.segment + index}::integer as segment
      from service_stations s
      where ${sql.join(conditions, sql` and `)}
      order by s.${sql.ref(sort)} ${direction}, s.id ${direction}
      limit ${size + 1}
    )`;
  });
  const { rows: found } = await sql<StationRow & { segment: number }>`
    with page as (${sql.join(parts, sql` union all `)})
    select ${columns(viewer)}, page.segment
    from page
    join service_stations s on s.id = page.id
    join companies on companies.id = s.company_id
    order by page.segment, s.${sql.ref(sort)} ${direction}, s.id ${direction}
    limit ${size + 1}`.execute(db);
  const last = found.length > size ? found[size - 1] : undefined;
  return {
    rows: found.slice(0, size).map(({ segment: _segment, ...row }) => row),
    cursor: last ? writeCursor([last.segment, last[sort], last.id]) : null,
  };
}

/**
 * Where a page begins: in which segment, and after which row of it.
 * @throws DomainError 400 for an invalid cursor.
 */
function readPlace(
  cursor: string | undefined,
  segments: number,
): { segment: number; after?: [key: string, id: number] } {
  if (cursor === undefined) return { segment: 0 };
  const [segment, key, id] = readParts(cursor, ['index', 'text', 'id']);
  if (segment >= segments) throw wrongCursor();
  return { segment, after: [key, id] };
}

function conditionsOf(filter: StationFilter): RawBuilder<boolean>[] {
  const conditions = [sql<boolean>`s.removed_at is null`];
  if (filter.company !== undefined)
    conditions.push(sql<boolean>`s.company_id = ${Number(filter.company)}`);
  const { number, name, city } = filter;
  for (const [column, written] of Object.entries({ number, name, city })) {
    if (written) conditions.push(contains(`s.${column}`, written));
  }
  if (filter.category) {
    conditions.push(sql<boolean>`exists (
      select from service_station_categories sc
      where sc.service_station_id = s.id and sc.category_id = any(${filter.category}::integer[])
    )`);
  }
  return conditions;
}

/**
 * A station that has not been removed.
 * @throws DomainError 404 if there is none, or it was removed.
 */
export async function readStation(
  { pool: { db }, media }: Pick<AppContext, 'pool' | 'media'>,
  viewer: Viewer,
  id: number,
): Promise<ServiceStation> {
  const { rows } = await sql<StationRow>`
    select ${columns(viewer)}
    from service_stations s join companies on companies.id = s.company_id
    where s.id = ${id} and s.removed_at is null`.execute(db);
  if (!rows[0]) throw refuse.notFound();
  return toStation(media, rows[0]);
}

/**
 * The caller's own station (STN-6).
 * @throws DomainError 404 if it was removed.
 */
export async function readOwnStation(
  { pool: { db }, media }: Pick<AppContext, 'pool' | 'media'>,
  viewer: Viewer,
): Promise<OwnStation> {
  const seen = { document: sql<boolean>`true`, note: sql<boolean>`false` };
  const { rows } = await sql<Omit<OwnStation, 'dismantler'> & DismantlerRow>`
    select ${ownColumns}, s.phone, ${dismantlerColumn(seen)} as dismantler
    from service_stations s join companies on companies.id = s.company_id
    where s.id = ${viewer.service_station_id}`.execute(db);
  if (!rows[0]) throw refuse.notFound();
  return withDismantler(media, rows[0]);
}
