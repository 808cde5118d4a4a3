import { isDeepStrictEqual } from 'node:util';
import {
  PLACE_SENTENCE,
  type StagingArea,
  type StagingAreaChange,
  type StagingAreaForm,
} from '@restvarde/contract/categories';
import { type BookingHours, hoursText } from '@restvarde/contract/hours/booking-hours';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { writeCompanyAudit } from '../companies/audit.ts';
import type { Database, Tx } from '../db/pool.ts';
import { refuse, unlessTaken } from '../http/domain-error.ts';

const UNIQUE = { staging_areas_by_company: ['name', PLACE_SENTENCE.taken] } satisfies Parameters<
  typeof unlessTaken
>[0];

/**
 * Adds a staging area to a company (DATA-1).
 * @throws DomainError 400 if the name is taken.
 */
export function createStagingArea(
  db: Database,
  viewer: Viewer,
  company: number,
  { name, opening_hours = '' }: StagingAreaForm,
): Promise<StagingArea> {
  return unlessTaken(UNIQUE, () =>
    db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('staging_areas')
        .values({ company_id: company, name, opening_hours })
        .returning('id')
        .executeTakeFirstOrThrow();
      await writeCompanyAudit(tx, viewer, company, 'create staging area', {
        after: { id, name, ...(opening_hours !== '' && { opening_hours }) },
      });
      return {
        id,
        name,
        is_service_station: false,
        opening_hours,
        booking_hours: null,
        can_edit: true,
      };
    }),
  );
}

/**
 * Renames a staging area, also on its auctions that have not ended (DATA-1), and sets its opening hours (PICK-4). A
 * station's own staging area has opening hours too.
 * @throws DomainError 404 for another company's; 400 if the name is taken, and for the name of a station's own.
 */
export function changeStagingArea(
  db: Database,
  viewer: Viewer,
  id: number,
  change: StagingAreaChange,
): Promise<StagingArea> {
  return unlessTaken(UNIQUE, () =>
    db.transaction().execute(async (tx) => {
      const area = await lockArea(tx, viewer, id);
      if (change.name !== undefined) refuseStation(area);
      const { name = area.name, opening_hours = area.opening_hours } = change;
      if (area.name !== name) {
        await renamePlace(tx, viewer, id, name);
        await writeCompanyAudit(tx, viewer, area.company_id, 'rename staging area', {
          before: { id, name: area.name },
          after: { id, name },
        });
      }
      if (area.opening_hours !== opening_hours) {
        // The text follows the slots.
        if (area.booking_hours !== null) throw refuse.detail(PLACE_SENTENCE.hasBookingHours);
        await tx.updateTable('staging_areas').set({ opening_hours }).where('id', '=', id).execute();
        await writeCompanyAudit(tx, viewer, area.company_id, 'change opening hours', {
          before: { id, opening_hours: area.opening_hours },
          after: { id, opening_hours },
        });
      }
      return { ...viewOf(area), id, name, opening_hours };
    }),
  );
}

/**
 * Sets the bookable slots of a staging area, or removes them (PICK-12). Its opening hours become the slots in words, so
 * that they are shown where the text is. Booked times do not change.
 * @throws DomainError 404 for another company's, and for a station that is not the place
 */
export function setBookingHours(
  db: Database,
  viewer: Viewer,
  id: number,
  booking_hours: BookingHours | null,
): Promise<StagingArea> {
  return db.transaction().execute(async (tx) => {
    const area = await lockArea(tx, viewer, id);
    const opening_hours = booking_hours === null ? area.opening_hours : hoursText(booking_hours);
    const after = { booking_hours, opening_hours };
    const before = { booking_hours: area.booking_hours, opening_hours: area.opening_hours };
    if (!isDeepStrictEqual(before, after)) {
      await tx.updateTable('staging_areas').set(after).where('id', '=', id).execute();
      await writeCompanyAudit(tx, viewer, area.company_id, 'change opening hours', {
        before: { id, ...before },
        after: { id, ...after },
      });
    }
    return { ...viewOf(area), ...after, id };
  });
}

/** The caller has passed `lockArea`, and may change what it read. */
const viewOf = (area: Awaited<ReturnType<typeof lockArea>>) => ({
  name: area.name,
  is_service_station: area.service_station_id !== null,
  opening_hours: area.opening_hours,
  booking_hours: area.booking_hours,
  can_edit: true,
});

/**
 * Removes a staging area; its auctions keep the name as text (DATA-1).
 * @throws DomainError 404 for another company's; 400 for a station's own.
 */
export async function removeStagingArea(db: Database, viewer: Viewer, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const area = await lockArea(tx, viewer, id);
    refuseStation(area);
    await tx.deleteFrom('staging_areas').where('id', '=', id).execute();
    await writeCompanyAudit(tx, viewer, area.company_id, 'remove staging area', {
      before: { id, name: area.name },
    });
  });
}

async function lockArea(tx: Tx, viewer: Viewer, id: number) {
  const area = await tx
    .selectFrom('staging_areas')
    .select(['company_id', 'name', 'opening_hours', 'booking_hours', 'service_station_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!area || !mayEdit(viewer, area)) throw refuse.notFound();
  return area;
}

/** True for the admins of the staging area's company and, if the staging area is a station, for that station. */
function mayEdit(
  viewer: Viewer,
  area: { company_id: number; service_station_id: number | null },
): boolean {
  if (viewer.is_superuser) return true;
  return viewer.service_station_id === null
    ? area.company_id === viewer.company_id
    : area.service_station_id === viewer.service_station_id;
}

/** A station's own staging area follows the station (STN-7). */
function refuseStation({ service_station_id }: { service_station_id: number | null }): void {
  if (service_station_id !== null) throw refuse.detail(PLACE_SENTENCE.isStation);
}

/**
 * Renames a staging area, also on its auctions that have not ended, and records it in their history. Ended auctions
 * keep the name that they were sold under (DATA-1, AUC-16).
 */
export async function renamePlace(tx: Tx, viewer: Viewer, id: number, name: string): Promise<void> {
  await tx.updateTable('staging_areas').set({ name }).where('id', '=', id).execute();
  await sql`
    with stale as (
      select a.id, a.company_id, a.staging_area_name
      from auctions a join auction_standings s on s.auction_id = a.id
      where a.staging_area_id = ${id} and a.deleted_at is null
        and s.closed_at is null and s.end_dt > now_ms() and a.staging_area_name <> ${name}
      order by a.id
      for no key update of s
    ), changed as (
      update auctions a set staging_area_name = ${name} from stale where a.id = stale.id
      returning stale.*
    )
    insert into audit_log (user_id, company_id, auction_id, action, before, after)
    select ${viewer.user_id}::integer, company_id, id, 'change',
      jsonb_build_object('staging_area_name', staging_area_name),
      jsonb_build_object('staging_area_name', ${name}::text)
    from changed`.execute(tx);
}
