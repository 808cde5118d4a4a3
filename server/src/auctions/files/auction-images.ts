import type { AuctionImage } from '@restvarde/contract/auctions/auction';
import { allowedIn, IMAGES_LOCKED } from '@restvarde/contract/auctions/auction-locks';
import type { ImageView } from '@restvarde/contract/auctions/image-views';
import { IMAGES_PER_AUCTION, TOO_MANY_IMAGES } from '@restvarde/contract/media';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import type { Upload } from '../../http/uploads.ts';
import { notifyOfStandings } from '../../live/standings-notice.ts';
import { storePictures } from '../../media/keep-files.ts';
import type { Media } from '../../media/media.ts';
import { takeUploads } from '../../uploads/pending-uploads.ts';
import { findAuction, type LockedAuction, lockAuction } from '../access/locked-auction.ts';
import { writeAudit } from '../audit.ts';
import { removeUnused } from './auction-files.ts';

/** A stored picture and what it shows (DMG-6). */
export interface StoredPicture {
  key: string;
  view: ImageView | null;
}

/**
 * Refuses pictures if the auction's pictures are locked or would become too many (MEDIA-1).
 * @throws DomainError 400 at `image`
 */
export async function refusePictures(
  db: Queryable,
  auction: LockedAuction,
  more: number,
): Promise<void> {
  if (allowedIn(auction.phase, 'images') === 'locked') throw refuse.field('image', IMAGES_LOCKED);
  const { count } = await db
    .selectFrom('auction_images')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('auction_id', '=', auction.id)
    .executeTakeFirstOrThrow();
  refuseMore(count, more);
}

/**
 * Refuses `more` pictures to an auction that has `count` if they would be too many (MEDIA-1).
 * @throws DomainError 400 at `image`
 */
export function refuseMore(count: number, more: number): void {
  if (count + more > IMAGES_PER_AUCTION) {
    throw refuse.field('image', TOO_MANY_IMAGES);
  }
}

/**
 * Adds stored pictures to a locked auction, in order, before or after its current ones. Returns their ids.
 * @throws DomainError 400 at `image`, as `refusePictures`
 */
export async function addPictures(
  tx: Tx,
  viewer: Viewer,
  auction: LockedAuction,
  pictures: StoredPicture[],
  where: 'first' | 'last',
): Promise<number[]> {
  const { id } = auction;
  await refusePictures(tx, auction, pictures.length);
  const { first, last, cover } = await tx
    .selectFrom('auction_images')
    .select([
      sql<number>`coalesce(min(position), 0)`.as('first'),
      sql<number>`coalesce(max(position), -1)`.as('last'),
      sql<number | null>`(array_agg(id order by position, id))[1]`.as('cover'),
    ])
    .where('auction_id', '=', id)
    .executeTakeFirstOrThrow();
  const from = where === 'first' ? first - pictures.length : last + 1;
  const added = await tx
    .insertInto('auction_images')
    .values(
      pictures.map(({ key, view }, at) => ({ auction_id: id, position: from + at, key, view })),
    )
    .returning('id')
    .execute();
  const ids = added.map((image) => image.id);
  for (const [at, image_id] of ids.entries()) {
    const isCover = where === 'first' && at === 0;
    await writeAudit(tx, viewer, auction, isCover ? 'add cover' : 'add image', {
      ...(isCover && { before: { image_id: cover } }),
      after: { image_id },
    });
  }
  await notifyOfStandings(tx, { ids: [id], facts: [id] });
  return ids;
}

/**
 * Adds a picture, sent with the form or uploaded before, after the current ones (FORM-5, FORM-13, DMG-6). `onAdded` runs
 * in its transaction.
 * @throws DomainError 404 if the viewer cannot see the auction; 400 without a picture, and as `refusePictures`;
 * 415 if the file is not a picture
 */
export async function addImage(
  context: AppContext,
  viewer: Viewer,
  id: number,
  sent: { uploads: Upload[]; upload_id: string | undefined; view: ImageView | null },
  onAdded: (tx: Tx, imageId: number) => Promise<void> = async () => {},
): Promise<AuctionImage> {
  const { db } = context.pool;
  // Processing a picture takes a second: refuse before it.
  await refusePictures(db, await findAuction(db, viewer, id), 1);
  const uploaded = sent.upload_id === undefined ? [] : [sent.upload_id];
  const files = uploaded.length > 0 ? [] : sent.uploads.slice(0, 1);
  const stored = await storePictures(context.media, viewer, files);
  if (stored.length + uploaded.length === 0) throw refuse.field('image', 'Välj en bild.');
  try {
    return await db.transaction().execute(async (tx) => {
      const auction = await lockAuction(tx, viewer, id);
      const taken = await takeUploads(tx, viewer, 'image', uploaded);
      const [key] = [...stored, ...taken.map((one) => one.key)];
      const [imageId] = await addPictures(
        tx,
        viewer,
        auction,
        [{ key: key!, view: sent.view }],
        'last',
      );
      await onAdded(tx, imageId!);
      return toImage(context.media, { id: imageId!, key: key!, view: sent.view });
    });
  } catch (error) {
    await Promise.all(stored.map((key) => context.media.remove(key)));
    throw error;
  }
}

/** A picture in the API's form, with signed addresses. */
export function toImage(
  media: Media,
  { id, key, view }: StoredPicture & { id: number },
): AuctionImage {
  const sizes = media.imageSizes(key);
  return { id, image: sizes.detail, thumb: sizes.thumb, sizes, view };
}

/** Refuses to change locked pictures (AUC-15). */
function refuseFrozen({ phase }: LockedAuction): void {
  if (allowedIn(phase, 'images') === 'locked') throw refuse.detail(IMAGES_LOCKED);
}

/**
 * Sets what a picture shows (DMG-6, AUC-15). An equal view changes nothing.
 * @throws DomainError 404 if there is no such auction or picture; 400 if the pictures are locked
 */
export async function changeImage(
  { pool, media }: AppContext,
  viewer: Viewer,
  id: number,
  imageId: number,
  view: ImageView | null,
): Promise<AuctionImage> {
  return pool.db.transaction().execute(async (tx) => {
    const auction = await lockAuction(tx, viewer, id);
    const found = await tx
      .selectFrom('auction_images')
      .select(['key', 'view'])
      .where('id', '=', imageId)
      .where('auction_id', '=', id)
      .executeTakeFirst();
    if (!found) throw refuse.notFound();
    if (view !== found.view) {
      refuseFrozen(auction);
      await tx.updateTable('auction_images').set({ view }).where('id', '=', imageId).execute();
      await writeAudit(tx, viewer, auction, 'change image', {
        before: { image_id: imageId, view: found.view },
        after: { image_id: imageId, view },
      });
      await notifyOfStandings(tx, { ids: [id], facts: [id] });
    }
    return toImage(media, { id: imageId, key: found.key, view });
  });
}

/**
 * Removes a picture from an auction (FORM-5).
 * @throws DomainError 404 if there is no such auction or picture; 400 if the pictures are locked
 */
export async function removeImage(
  context: AppContext,
  viewer: Viewer,
  id: number,
  imageId: number,
): Promise<void> {
  const key = await context.pool.db.transaction().execute(async (tx) => {
    const auction = await lockAuction(tx, viewer, id);
    const removed = await tx
      .deleteFrom('auction_images')
      .where('id', '=', imageId)
      .where('auction_id', '=', id)
      .returning('key')
      .executeTakeFirst();
    if (!removed) throw refuse.notFound();
    refuseFrozen(auction);
    await writeAudit(tx, viewer, auction, 'remove image', { before: { image_id: imageId } });
    await notifyOfStandings(tx, { ids: [id], facts: [id] });
    return removed.key;
  });
  await removeUnused(context, 'auction_images', key);
}

/**
 * Orders the pictures of an auction as named, the first as the main one (FORM-5). The others follow in their
 * current order. Ids of pictures that were removed meanwhile are ignored.
 * @throws DomainError 404 if the viewer cannot see the auction; 400 if the pictures are locked
 */
export async function orderImages(
  context: AppContext,
  viewer: Viewer,
  id: number,
  wanted: number[],
): Promise<void> {
  await context.pool.db.transaction().execute(async (tx) => {
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
    refuseFrozen(auction);
    await sql`
      update auction_images i set position = o.place
      from unnest(${after}::integer[]) with ordinality as o(id, place)
      where i.id = o.id`.execute(tx);
    await writeAudit(tx, viewer, auction, 'order images', {
      before: { image_ids: before },
      after: { image_ids: after },
    });
    await notifyOfStandings(tx, { ids: [id], facts: [id] });
  });
}
