import type { Viewer } from '@restvarde/contract/roles';
import { STATION_SENTENCE } from '@restvarde/contract/service-stations';
import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';

/**
 * SQL: whether the category `c` concerns the station `st`: it is one of the station's categories or, if it has none, one
 * that it can see (STN-6).
 */
export const concernsStation = sql`case
  when exists (select from service_station_categories where service_station_id = st.id)
  then exists (
    select from service_station_categories f
    where f.service_station_id = st.id and f.category_id = c.id
  )
  else c.company_id is null or c.company_id = st.company_id
end`;

/**
 * Mutes exactly these categories for the caller's station (STN-6).
 * @throws DomainError 400 at `silent_category_ids` for one that does not concern it.
 */
export async function muteCategories(db: Database, viewer: Viewer, ids: number[]): Promise<void> {
  const station = viewer.service_station_id;
  await db.transaction().execute(async (tx) => {
    // The lock that changing its categories takes too.
    const { rows } = await sql<{ known: number }>`
      with station as (
        select id, company_id from service_stations where id = ${station} for update
      )
      select count(*) as known
      from station st join categories c on c.id = any(${ids}::integer[])
      where ${concernsStation}`.execute(tx);
    if (rows[0]?.known !== ids.length)
      throw refuse.field('silent_category_ids', STATION_SENTENCE.silent);
    await sql`
      delete from silenced_categories
      where service_station_id = ${station} and category_id <> all(${ids}::integer[])`.execute(tx);
    await sql`
      insert into silenced_categories (service_station_id, category_id)
      select ${station}, id from unnest(${ids}::integer[]) as id
      on conflict do nothing`.execute(tx);
  });
}
