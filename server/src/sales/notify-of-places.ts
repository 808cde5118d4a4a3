import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { PickupMovedJob } from './emails/pickup-moved-job.ts';

/**
 * Tells the winners whose objects wait that they are collected elsewhere, or at other hours (PICK-11). What stands is
 * compared with what was told, since an auction, a staging area and a yard may each change it; a winner's own email has
 * told the first. Every node may do it at once: the row that is written decides who tells. Returns 0: there is no more
 * to find than what was found.
 */
export function notifyOfPlaces({ pool, jobs }: Pick<AppContext, 'pool' | 'jobs'>): Promise<number> {
  return pool.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Omit<PickupMovedJob, 'kind'>>`
      update collections k set told_place = stands.place
      from (
        select w.id, jsonb_build_object(
          'staging_area_name', a.staging_area_name, 'place_street', yard.street, 'place_postal', yard.postal,
          'place_city', yard.city, 'opening_hours', coalesce(area.opening_hours, '')
        ) as place
        from collections w
        join auctions a on a.id = w.auction_id and a.deleted_at is null
        left join staging_areas area on area.id = a.staging_area_id
        left join service_stations yard on yard.id = area.service_station_id
        where w.handed_over_at is null and w.undone_at is null and w.withdrawn_at is null
      ) stands
      where k.id = stands.id and k.told_place is distinct from stands.place
        and k.handed_over_at is null and k.undone_at is null and k.withdrawn_at is null
      returning k.id as collection_id, old.told_place as before`.execute(tx);
    const emails = rows
      .filter(({ before }) => before !== null)
      .map((row): PickupMovedJob => ({ kind: 'pickup-moved', ...row }));
    await jobs.sendAll(tx, 'mail', emails);
    return 0;
  });
}
