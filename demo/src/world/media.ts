import type { Platform } from '@restvarde/server/platform';
import { sql } from 'kysely';
import { documentsOf } from '../documents/documents.ts';
import { renderPicture } from '../vehicles/vehicle-picture.ts';
import { drawingsOf, VEHICLES } from '../vehicles/vehicles.ts';

interface Bare {
  id: number;
  registration_number: string;
  chassis_number: string;
  images: number;
  files: number;
}

/**
 * Draws what the demo's auctions still lack: first every main picture, in the order of the list, then the
 * rest and the documents. Ends by itself, or between two pictures when it is told to.
 */
export async function addDemoMedia(platform: Platform, signal: AbortSignal): Promise<void> {
  const auctions = await readBare(platform);
  const vehicles = new Map(VEHICLES.map((vehicle) => [keyOf(vehicle), vehicle]));
  const rounds = [1, Number.POSITIVE_INFINITY];
  try {
    for (const upTo of rounds) {
      for (const auction of auctions) {
        const vehicle = vehicles.get(keyOf(auction));
        if (!vehicle) continue;
        const drawings = drawingsOf(vehicle);
        for (; auction.images < Math.min(upTo, drawings.length); auction.images++) {
          if (signal.aborted) return;
          const key = await platform.media.putImage(await renderPicture(drawings[auction.images]!));
          if (!key) throw new Error('A drawn picture could not be stored.');
          await platform.pool.db
            .insertInto('auction_images')
            .values({ auction_id: auction.id, position: auction.images, key })
            .execute();
        }
        if (upTo > 1 && auction.files === 0) await addDocuments(platform, auction.id, vehicle);
      }
    }
  } catch (error) {
    // The demo lacks a picture then; the product runs.
    console.error('The demo pictures could not all be drawn:', error);
  }
}

const keyOf = (vehicle: { registration_number: string; chassis_number: string }) =>
  `${vehicle.registration_number} ${vehicle.chassis_number}`;

function readBare(platform: Platform): Promise<Bare[]> {
  return platform.pool.db
    .selectFrom('auctions')
    .innerJoin('auction_standings as s', 's.auction_id', 'auctions.id')
    .select(['auctions.id', 'registration_number', 'chassis_number'])
    .select((select) => [
      select
        .selectFrom('auction_images')
        .select((image) => image.fn.countAll<number>().as('count'))
        .whereRef('auction_id', '=', 'auctions.id')
        .$asScalar()
        .$notNull()
        .as('images'),
      select
        .selectFrom('auction_files')
        .select((file) => file.fn.countAll<number>().as('count'))
        .whereRef('auction_id', '=', 'auctions.id')
        .$asScalar()
        .$notNull()
        .as('files'),
    ])
    .orderBy('s.closed_at', (order) => order.desc().nullsFirst())
    .orderBy('s.end_dt')
    .execute();
}

async function addDocuments(
  platform: Platform,
  auction_id: number,
  vehicle: (typeof VEHICLES)[number],
): Promise<void> {
  for (const { name, content } of await documentsOf(vehicle)) {
    const key = await platform.media.putDocument(content);
    // As if it had been there from the beginning, in «Historik» too.
    await sql`
      with added as (
        insert into auction_files (auction_id, name, key, size)
        values (${auction_id}, ${name}, ${key}, ${content.length}) returning id
      )
      insert into audit_log (at, user_id, company_id, auction_id, action, after)
      select a.created_at + interval '1 minute', a.created_by, a.company_id, a.id, 'add file',
        jsonb_build_object('file_id', added.id, 'name', ${name}::text)
      from added, auctions a where a.id = ${auction_id}`.execute(platform.pool.db);
  }
}
