import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tx } from '@restvarde/server/db/pool';
import { cutSizes } from '@restvarde/server/media/image-sizes';
import type { Media } from '@restvarde/server/media/media';
import { sql } from 'kysely';
import sharp from 'sharp';
import { documentsOf } from '../documents/documents.ts';
import { kindOf, viewOf } from '../vehicles/condition-of.ts';
import { PICTURES, type Vehicle } from '../vehicles/vehicles.ts';

/** Files processed at a time, so that no core waits. */
const AT_ONCE = 6;

/** Stores pictures and documents of the auctions, and the companies' logos, like uploads. */
export async function addDemoMedia(
  tx: Tx,
  media: Media,
  world: {
    auctions: readonly { id: number; vehicle: Vehicle }[];
    companies: readonly { id: number; logo: string }[];
  },
): Promise<void> {
  const tasks = [
    ...world.companies.map((company) => () => addLogo(tx, media, company)),
    ...world.auctions.flatMap(({ id, vehicle }) => [
      ...vehicle.pictures.map(
        (file, position) => () => addPicture(tx, media, { id, vehicle, file, position }),
      ),
      () => addDocuments(tx, media, id, vehicle),
    ]),
  ];
  const work = async () => {
    for (let task = tasks.shift(); task; task = tasks.shift()) await task();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Gives each auction its vehicle's first picture, processed once, in the size of its page. */
export async function addFirstPictures(
  tx: Tx,
  media: Media,
  auctions: readonly { id: number; vehicle: Vehicle }[],
): Promise<void> {
  const made = new Map<string, ReturnType<typeof cutSizes>>();
  const cut = async (file: string) => {
    const whole = await readFile(join(PICTURES, file));
    const sizes = await cutSizes(() => sharp(whole), { large: whole, detail_2x: whole });
    return { ...sizes, large: sizes.detail, detail_2x: sizes.detail };
  };
  for (const { id, vehicle } of auctions) {
    const [file] = vehicle.pictures;
    if (file === undefined) continue;
    const sizes = made.get(file) ?? cut(file);
    made.set(file, sizes);
    const key = await media.putSizes(await sizes);
    await tx
      .insertInto('auction_images')
      .values({ auction_id: id, position: 0, key, view: viewOf(vehicle, file) })
      .execute();
  }
}

async function addLogo(
  tx: Tx,
  media: Media,
  { id, logo }: { id: number; logo: string },
): Promise<void> {
  const stored = await media.putLogo(await readFile(join(PICTURES, logo)), 0);
  if ('fault' in stored) throw new Error(`The demo's logo ${logo} is ${stored.fault}.`);
  await tx.updateTable('companies').set({ logo_key: stored.key }).where('id', '=', id).execute();
}

async function addPicture(
  tx: Tx,
  media: Media,
  picture: { id: number; vehicle: Vehicle; file: string; position: number },
): Promise<void> {
  const { id: auction_id, vehicle, file, position } = picture;
  // The file already has the largest size.
  const whole = await readFile(join(PICTURES, file));
  const sizes = await cutSizes(() => sharp(whole), { large: whole, detail_2x: whole });
  const key = await media.putSizes(sizes);
  await tx
    .insertInto('auction_images')
    .values({ auction_id, position, key, view: viewOf(vehicle, file) })
    .execute();
}

async function addDocuments(
  tx: Tx,
  media: Media,
  auction_id: number,
  vehicle: Vehicle,
): Promise<void> {
  for (const { name, content } of await documentsOf(vehicle)) {
    const key = await media.putDocument(content);
    // Dated as created with the auction, also in «Historik».
    await sql`
      with added as (
        insert into auction_files (auction_id, name, key, size, kind)
        values (${auction_id}, ${name}, ${key}, ${content.length}, ${kindOf(name)}) returning id
      )
      insert into audit_log (at, user_id, company_id, auction_id, action, after)
      select a.created_at + interval '1 minute', a.created_by, a.company_id, a.id, 'add file',
        jsonb_build_object('file_id', added.id, 'name', ${name}::text)
      from added, auctions a where a.id = ${auction_id}`.execute(tx);
  }
}
