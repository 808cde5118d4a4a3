import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tx } from '@restvarde/server/db/pool';
import { cutSizes } from '@restvarde/server/media/image-sizes';
import type { Media } from '@restvarde/server/media/media';
import { sql } from 'kysely';
import sharp from 'sharp';
import { documentsOf } from '../documents/documents.ts';
import { PICTURES, type Vehicle } from '../vehicles/vehicles.ts';

/** So many files are on their way at a time: every core has its next one. */
const AT_ONCE = 6;

/** Gives the demo's auctions their pictures and documents, and its companies logos, stored as uploads are. */
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
      ...vehicle.pictures.map((file, at) => () => addPicture(tx, media, id, file, at)),
      () => addDocuments(tx, media, id, vehicle),
    ]),
  ];
  const work = async () => {
    for (let task = tasks.shift(); task; task = tasks.shift()) await task();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Gives each auction its vehicle's first picture, made once for all who share it, and no larger than its page shows it. */
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
    await tx.insertInto('auction_images').values({ auction_id: id, position: 0, key }).execute();
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
  auction_id: number,
  file: string,
  position: number,
): Promise<void> {
  // The file is as large as the largest size on a page, and stands for it as it is.
  const whole = await readFile(join(PICTURES, file));
  const sizes = await cutSizes(() => sharp(whole), { large: whole, detail_2x: whole });
  const key = await media.putSizes(sizes);
  await tx.insertInto('auction_images').values({ auction_id, position, key }).execute();
}

async function addDocuments(
  tx: Tx,
  media: Media,
  auction_id: number,
  vehicle: Vehicle,
): Promise<void> {
  for (const { name, content } of await documentsOf(vehicle)) {
    const key = await media.putDocument(content);
    // As if it had been there from the beginning, in «Historik» too.
    await sql`
      with added as (
        insert into auction_files (auction_id, name, key, size)
        values (${auction_id}, ${name}, ${key}, ${content.length}) returning id
      )
      insert into audit_log (at, user_id, company_id, auction_id, action, after)
      select a.created_at + interval '1 minute', a.created_by, a.company_id, a.id, 'add file',
        jsonb_build_object('file_id', added.id, 'name', ${name}::text)
      from added, auctions a where a.id = ${auction_id}`.execute(tx);
  }
}
