import { PAGE_SIZE, type Page } from '@restvarde/contract/paging';
import type { Viewer } from '@restvarde/contract/roles';
import { isReleaseCode, readCode } from '@restvarde/contract/sale/release-code';
import type { Handover, HandoverFilter } from '@restvarde/contract/sale-calls/handovers';
import { sql } from 'kysely';
import type { Condition } from '../../auctions/access/visibility.ts';
import { companyOf } from '../../companies/company-of.ts';
import type { AppContext } from '../../context.ts';
import { contains } from '../../db/contains.ts';
import { nextUrl, readParts, writeCursor } from '../../http/cursor.ts';
import { LIMITS } from '../../http/limit-table.ts';

interface Row extends Omit<Handover, 'thumb' | 'booked_dt' | 'handed_over_at'> {
  id: number;
  image_key: string | null;
  booked_dt: Date | null;
  handed_over_at: Date | null;
}

const waits = sql<boolean>`k.handed_over_at is null and k.undone_at is null and k.withdrawn_at is null`;

/** Collections `k` in each state, in the order of an index, and the condition of a cursor. */
const ORDERS = {
  waiting: {
    by: sql`coalesce(k.booked_dt, 'infinity'), k.free_until, k.id`,
    cursorOf: (row: Row) => [row.booked_dt?.toISOString() ?? null, row.free_until, row.id],
    behind(cursor: string): Condition {
      const [booked, free, id] = readParts(cursor, ['timestamptz or null', 'day', 'id']);
      return sql<boolean>`(coalesce(k.booked_dt, 'infinity'), k.free_until, k.id)
        > (coalesce(${booked}::timestamptz, 'infinity'), ${free}::date, ${id}::integer)`;
    },
  },
  over: {
    by: sql`k.handed_over_at desc, k.id desc`,
    cursorOf: (row: Row) => [row.handed_over_at!.toISOString(), row.id],
    behind(cursor: string): Condition {
      const [at, id] = readParts(cursor, ['timestamptz', 'id']);
      return sql<boolean>`(k.handed_over_at, k.id) < (${at}::timestamptz, ${id}::integer)`;
    },
  },
};

const IN_STATE: Record<NonNullable<HandoverFilter['state']>, Condition> = {
  awaiting: sql<boolean>`${waits} and k.booked_dt is null`,
  booked: sql<boolean>`${waits} and k.booked_dt is not null`,
  handed_over: sql<boolean>`k.handed_over_at is not null`,
};

/** Objects with this code, or with this in a number (PICK-16). */
function found(q: string, code: string): Condition {
  const numbers = ['a.registration_number', 'a.chassis_number', 'a.number'];
  return sql<boolean>`(
    (${waits} and k.release_code = ${code})
      or ${sql.join(
        numbers.map((column) => contains(column, q)),
        sql` or `,
      )}
  )`;
}

/**
 * Returns a page of due or past handovers, of the viewer's staging area or of a company's auctions (PICK-7).
 * @throws DomainError 400 for an invalid cursor; 429 after many codes that no object has
 */
export async function listHandovers(
  { pool, media, limits }: Pick<AppContext, 'pool' | 'media' | 'limits'>,
  viewer: Viewer,
  path: string,
  filter: HandoverFilter,
): Promise<Page<Handover>> {
  const { state, cursor, q = '' } = filter;
  const code = readCode(q);
  // A guess is counted until it finds something.
  const guess = isReleaseCode(code) ? `user ${viewer.user_id}` : null;
  if (guess) await limits.spend(LIMITS.code_search, guess);
  const size = PAGE_SIZE.handovers;
  const order = ORDERS[state === 'handed_over' ? 'over' : 'waiting'];
  const conditions = [
    state === undefined ? waits : IN_STATE[state],
    handoversOf(viewer, companyOf(viewer, filter)),
    ...(q === '' ? [] : [found(q, code)]),
    ...(cursor === undefined ? [] : [order.behind(cursor)]),
  ];
  const { rows } = await sql<Row>`
    select k.id, k.auction_id, a.number, a.manufacturer, a.model, a.registration_number, a.chassis_number,
      a.staging_area_name, buyer.name as service_station_name, k.booked_dt, k.booked_note, k.free_until,
      case when k.handed_over_at is not null then 'handed_over' when k.booked_dt is null then 'awaiting'
        else 'booked' end as state,
      k.paid_at is not null or not k.release_after_payment as may_be_released,
      k.paid_at is not null as is_paid, ${waits} and k.release_code = ${code} as code_matches,
      k.handed_over_at, k.collected_by,
      (
        select i.key from auction_images i where i.auction_id = a.id order by i.position, i.id limit 1
      ) as image_key
    from collections k
    join auctions a on a.id = k.auction_id
    join service_stations buyer on buyer.id = k.service_station_id
    where ${sql.join(conditions, sql` and `)}
    order by ${order.by}
    limit ${size + 1}`.execute(pool.db);
  if (guess && rows.length > 0) await limits.giveBack(LIMITS.code_search, guess);
  const last = rows.length > size ? rows[size - 1] : undefined;
  return {
    results: rows.slice(0, size).map(({ id: _id, image_key, ...row }) => ({
      ...row,
      thumb: image_key && media.imageSizes(image_key).thumb,
      booked_dt: row.booked_dt?.toISOString() ?? null,
      handed_over_at: row.handed_over_at?.toISOString() ?? null,
    })),
    next: last ? nextUrl(path, filter, writeCursor(order.cursorOf(last))) : null,
  };
}

/** The object of `auctions a` is at the viewer's staging area (STN-7). */
const isAtYard = ({ service_station_id }: Viewer): Condition => sql<boolean>`(
  a.deleted_at is null and a.staging_area_id in (
    select area.id from staging_areas area where area.service_station_id = ${service_station_id}::integer
  )
)`;

/** The object of auction `a` with standing `s` is sold and at the viewer's yard, which may therefore see it (PICK-7). */
export const isSoldAtYard = (viewer: Viewer): Condition =>
  sql<boolean>`(${isAtYard(viewer)} and s.winner_notified_at is not null)`;

/** The collections on «Utlämningar»: the yard's, or the company's for staff (ROLE-2). */
function handoversOf(viewer: Viewer, company: number | null): Condition {
  if (viewer.service_station_id !== null) return isAtYard(viewer);
  const own = company === null ? sql<boolean>`true` : sql<boolean>`a.company_id = ${company}`;
  return sql<boolean>`(a.deleted_at is null and ${own})`;
}
