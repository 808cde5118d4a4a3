import type { Viewer } from '@restvarde/contract/roles';
import { STATION_SENTENCE } from '@restvarde/contract/service-stations';
import { sql } from 'kysely';
import { renamePlace } from '../categories/change-staging-areas.ts';
import type { Tx } from '../db/pool.ts';
import { refuse, type Unique } from '../http/domain-error.ts';

/** Unique values of a station (STN-9). A staging area's name is unique within the company. */
export const UNIQUE_STATION: Unique = {
  service_stations_by_number: ['number', STATION_SENTENCE.numberTaken],
  staging_areas_by_company: ['name', STATION_SENTENCE.placeTaken],
};

/**
 * Sets a station's categories, global or its company's. Those that it keeps stay muted or not.
 * @throws DomainError 400 at `category_ids` for one that it may not have.
 */
export async function putCategories(
  tx: Tx,
  station: { id: number; company_id: number },
  ids: number[],
): Promise<void> {
  const { rows } = await sql<{ known: number }>`
    select count(*) as known from categories
    where id = any(${ids}::integer[])
      and (company_id is null or company_id = ${station.company_id})`.execute(tx);
  if (rows[0]?.known !== ids.length) throw refuse.field('category_ids', STATION_SENTENCE.category);
  await sql`
    delete from service_station_categories
    where service_station_id = ${station.id} and category_id <> all(${ids}::integer[])`.execute(tx);
  await sql`
    insert into service_station_categories (service_station_id, category_id)
    select ${station.id}, id from unnest(${ids}::integer[]) as id
    on conflict do nothing`.execute(tx);
  if (ids.length === 0) return;
  await sql`
    delete from silenced_categories
    where service_station_id = ${station.id} and category_id <> all(${ids}::integer[])`.execute(tx);
}

/** Creates or renames the staging area of a station that is one; otherwise removes it (STN-7). */
export async function putPlace(
  tx: Tx,
  viewer: Viewer,
  station: { id: number; company_id: number; name: string; is_staging_area: boolean },
): Promise<void> {
  if (!station.is_staging_area) {
    await tx.deleteFrom('staging_areas').where('service_station_id', '=', station.id).execute();
    return;
  }
  const place = await tx
    .selectFrom('staging_areas')
    .select(['id', 'name'])
    .where('service_station_id', '=', station.id)
    .executeTakeFirst();
  if (!place) {
    const { company_id, name } = station;
    await tx
      .insertInto('staging_areas')
      .values({ company_id, name, service_station_id: station.id })
      .execute();
  } else if (place.name !== station.name) {
    await renamePlace(tx, viewer, place.id, station.name);
  }
}
