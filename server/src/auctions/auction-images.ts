import { IMAGES_PER_AUCTION, type Image } from '@restvarde/contract/media';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { Upload } from '../http/multipart.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { noticeStandings } from '../live/standings-notice.ts';
import type { Media } from '../media/media.ts';
import type { Platform } from '../platform.ts';
import { writeAudit } from './audit.ts';
import { lockAuction, refuseUnseen } from './locked-auction.ts';

const NO_PICTURE = 'Bilden kunde inte läsas. Välj en bild i JPG eller PNG.';

/**
 * Stores the pictures of a form, `image` first, one after the other (MEDIA-1). When one is no picture (415), or
 * cannot be seen to now (503), none is kept.
 */
export async function storePictures(media: Media, uploads: Upload[]): Promise<string[]> {
  const pictures = [
    ...uploads.filter((upload) => upload.field === 'image'),
    ...uploads.filter((upload) => upload.field === 'images'),
  ];
  const keys: string[] = [];
  try {
    for (const { field, name, content } of pictures) {
      const key = await media.putImage(content);
      if (key === null) throw new Refusal(415, { [field]: [`${name}: ${NO_PICTURE}`] });
      keys.push(key);
    }
  } catch (error) {
    await Promise.allSettled(keys.map((key) => media.remove(key)));
    throw error;
  }
  return keys;
}

/** Adds a picture behind those that are there (FORM-5). */
export async function addImage(
  platform: Platform,
  viewer: Viewer,
  id: number,
  uploads: Upload[],
): Promise<Image> {
  await refuseUnseen(platform.pool.db, viewer, id);
  const [key] = await storePictures(platform.media, uploads.slice(0, 1));
  if (key === undefined) throw refuse.field('image', 'Välj en bild.');
  try {
    const image = await platform.pool.db.transaction().execute(async (tx) => {
      const auction = await lockAuction(tx, viewer, id);
      const { count, last } = await tx
        .selectFrom('auction_images')
        .select((select) => [
          select.fn.countAll<number>().as('count'),
          sql<number>`coalesce(max(position), -1)`.as('last'),
        ])
        .where('auction_id', '=', id)
        .executeTakeFirstOrThrow();
      if (count >= IMAGES_PER_AUCTION) {
        throw refuse.field('image', `En auktion kan ha högst ${IMAGES_PER_AUCTION} bilder.`);
      }
      const added = await tx
        .insertInto('auction_images')
        .values({ auction_id: id, position: last + 1, key })
        .returning('id')
        .executeTakeFirstOrThrow();
      await writeAudit(tx, viewer, auction, 'add image', { after: { image_id: added.id } });
      await noticeStandings(tx, { ids: [id], facts: [id] });
      return added;
    });
    const sizes = platform.media.imageSizes(key);
    return { id: image.id, image: sizes.detail, thumb: sizes.thumb, sizes };
  } catch (error) {
    await platform.media.remove(key).catch(() => {});
    throw error;
  }
}

/** Removes a picture from an auction (FORM-5). */
export async function removeImage(
  platform: Platform,
  viewer: Viewer,
  id: number,
  imageId: number,
): Promise<void> {
  const key = await platform.pool.db.transaction().execute(async (tx) => {
    const auction = await lockAuction(tx, viewer, id);
    const removed = await tx
      .deleteFrom('auction_images')
      .where('id', '=', imageId)
      .where('auction_id', '=', id)
      .returning('key')
      .executeTakeFirst();
    if (!removed) throw refuse.notFound();
    await writeAudit(tx, viewer, auction, 'remove image', { before: { image_id: imageId } });
    await noticeStandings(tx, { ids: [id], facts: [id] });
    return removed.key;
  });
  await platform.media.remove(key);
}

/**
 * Puts the pictures of an auction in the order named, the first as the main one (FORM-5). Those not named
 * follow as they stood; one that is gone is passed over, since whoever sorts does not see it go.
 */
export async function orderImages(
  platform: Platform,
  viewer: Viewer,
  id: number,
  wanted: number[],
): Promise<void> {
  await platform.pool.db.transaction().execute(async (tx) => {
    const auction = await lockAuction(tx, viewer, id);
    const stored = await tx
      .selectFrom('auction_images')
      .select('id')
      .where('auction_id', '=', id)
      .orderBy('position')
      .orderBy('id')
      .execute();
    const before = stored.map((image) => image.id);
    const after = [...new Set([...wanted.filter((one) => before.includes(one)), ...before])];
    if (after.join() === before.join()) return;
    await sql`
      update auction_images i set position = o.place
      from unnest(${after}::integer[]) with ordinality as o(id, place)
      where i.id = o.id`.execute(tx);
    await writeAudit(tx, viewer, auction, 'order images', {
      before: { image_ids: before },
      after: { image_ids: after },
    });
    await noticeStandings(tx, { ids: [id], facts: [id] });
  });
}
