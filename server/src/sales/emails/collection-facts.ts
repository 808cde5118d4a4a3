import { sql } from 'kysely';
import { managerOf } from '../../auctions/emails/auction-sql.ts';
import type { WorkerContext } from '../../context.ts';

/** The content of emails about a collection. Dates are YYYY-MM-DD, amounts whole kronor. */
export interface CollectionFacts {
  auction_id: number;
  number: string;
  registration_number: string;
  manufacturer: string;
  model: string;
  staging_area_name: string;
  /** The station where the object is. Null if it is not at a station. */
  yard_id: number | null;
  place_street: string | null;
  place_postal: string | null;
  place_city: string | null;
  /** Opening hours of the place. Empty if not set. */
  opening_hours: string;
  company_name: string;
  company_email: string;
  company_phone: string;
  service_station_name: string;
  free_until: string;
  booked_dt: Date | null;
  booked_note: string;
  release_code: string;
  released_at: Date | null;
  paid_at: string | null;
  waived_days: number;
  handed_over_at: Date | null;
  collected_by: string | null;
  undone_at: Date | null;
  withdrawn_at: Date | null;
  storage_days: number | null;
  storage_cost: number | null;
  /** Null if there is no recipient. */
  winner_email: string | null;
  /** Address of the contact of the station where the object is. Null if there is none. */
  yard_email: string | null;
  /** Address of the auction's creator, or of an admin of the company if the creator has left. */
  manager_email: string | null;
  /** The database's clock. */
  now: Date;
}

/** Reads a collection when an email about it is sent. Null if its auction is deleted. */
export async function readCollectionFacts(
  { pool }: WorkerContext,
  id: number,
): Promise<CollectionFacts | null> {
  const { rows } = await sql<CollectionFacts>`
    select k.auction_id, a.number, a.registration_number, a.manufacturer, a.model, a.staging_area_name,
      place.id as yard_id, place.street as place_street, place.postal as place_postal, place.city as place_city,
      coalesce(area.opening_hours, '') as opening_hours,
      c.name as company_name, c.email as company_email, c.phone as company_phone,
      station.name as service_station_name, k.free_until, k.booked_dt, k.booked_note, k.release_code, k.released_at,
      k.paid_at, k.waived_days, k.handed_over_at, k.collected_by, k.undone_at, k.withdrawn_at, k.storage_days,
      k.storage_cost, now_ms() as now,
      (
        select u.email from mail_readers u
        where u.service_station_id = station.id and station.removed_at is null
        order by u.id limit 1
      ) as winner_email,
      (
        select u.email from mail_readers u
        where u.service_station_id = place.id and place.removed_at is null
        order by u.id limit 1
      ) as yard_email,
      manager.email as manager_email
    from collections k
    join auctions a on a.id = k.auction_id and a.deleted_at is null
    join companies c on c.id = a.company_id
    join service_stations station on station.id = k.service_station_id
    left ${managerOf}
    left join staging_areas area on area.id = a.staging_area_id
    left join service_stations place on place.id = area.service_station_id
    where k.id = ${id}`.execute(pool.db);
  return rows[0] ?? null;
}
