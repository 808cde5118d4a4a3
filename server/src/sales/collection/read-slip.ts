import { Readable } from 'node:stream';
import type { Viewer } from '@restvarde/contract/roles';
import { COLLECTION_SENTENCE } from '@restvarde/contract/sale-calls/collections';
import { sql } from 'kysely';
import { placeOf } from '../../auctions/emails/words.ts';
import { readAuction } from '../../auctions/read-auction.ts';
import type { AppContext } from '../../context.ts';
import { firstRow } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';

interface Places {
  buyer: string;
  place_street: string | null;
  place_postal: string | null;
  place_city: string | null;
}

/**
 * Returns the «Utlämningssedel» of a sale as a PDF, for its winner and for staff (PICK-9).
 * @throws DomainError 404 if there is no such auction, or no sale for the viewer; 400 before the winner has a
 * code, and if the purchase is undone
 */
export async function readSlip(
  { pool, media }: Pick<AppContext, 'pool' | 'media'>,
  viewer: Viewer,
  id: number,
): Promise<Readable> {
  const auction = await readAuction(pool.db, media, viewer, id);
  const { collection } = auction;
  if (collection === null) throw refuse.notFound();
  if (collection.state === 'undone') throw refuse.detail(COLLECTION_SENTENCE.isUndone);
  if (collection.release_code === null) throw refuse.detail(COLLECTION_SENTENCE.notReleased);
  const { rows } = await sql<Places>`
    select buyer.name as buyer, place.street as place_street, place.postal as place_postal, place.city as place_city
    from collections k
    join auctions a on a.id = k.auction_id
    join service_stations buyer on buyer.id = k.service_station_id
    left join staging_areas area on area.id = a.staging_area_id
    left join service_stations place on place.id = area.service_station_id
    where k.auction_id = ${id} and k.release_code = ${collection.release_code}
      and k.undone_at is null and k.withdrawn_at is null`.execute(pool.db);
  const { buyer, ...place } = firstRow(rows);
  // Imported on demand: the PDF library is large and rarely used.
  const { drawSlip } = await import('./draw-slip.ts');
  const slip = await drawSlip({
    company: auction.company.name,
    number: auction.number,
    vehicle: `${auction.manufacturer} ${auction.model}`,
    registration_number: auction.registration_number,
    chassis_number: auction.chassis_number,
    place: placeOf({ ...auction, ...place }),
    opening_hours: collection.opening_hours,
    buyer,
    release_code: collection.release_code,
    free_until: collection.free_until,
  });
  return Readable.from([Buffer.from(slip)]);
}
