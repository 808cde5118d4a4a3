import type { AuctionImage, Document } from '@restvarde/contract/auctions/auction';
import type { DocumentKind } from '@restvarde/contract/auctions/document-kinds';
import type { ImageView } from '@restvarde/contract/auctions/image-views';
import type { Viewer } from '@restvarde/contract/roles';
import { addFile, changeFile } from '../auctions/files/auction-files.ts';
import { addImage, changeImage, toImage } from '../auctions/files/auction-images.ts';
import type { AppContext } from '../context.ts';
import type { Queryable, Tx } from '../db/pool.ts';
import { Created } from '../http/route.ts';
import type { Upload } from '../http/uploads.ts';

type Kind = 'image' | 'file';
type Removed = { removed: true };

/** The same bytes were added by a concurrent call; this one must roll back. */
class AddedMeanwhile extends Error {}

/**
 * Adds a picture to an auction. If the same bytes were sent to it before, returns that picture instead, with `view` if
 * another view was sent before; or that a person has removed it (FEED-4).
 * @throws DomainError as `addImage` and `changeImage`
 */
export function addImageOnce(
  context: AppContext,
  viewer: Viewer,
  id: number,
  { uploads, view }: { uploads: Upload[]; view: ImageView | null | undefined },
): Promise<Created<AuctionImage> | AuctionImage | Removed> {
  const images = uploads.filter(({ field }) => field === 'image').slice(0, 1);
  const sent = { uploads: images, upload_id: undefined, view: view ?? null };
  return once(
    context,
    { id, kind: 'image', upload: images[0], subject: view },
    (onAdded) => addImage(context, viewer, id, sent, onAdded),
    async (db, imageId) => {
      const image = await db
        .selectFrom('auction_images')
        .select(['id', 'key', 'view'])
        .where('id', '=', imageId)
        .where('auction_id', '=', id)
        .executeTakeFirst();
      return image ? toImage(context.media, image) : null;
    },
    (imageId) => changeImage(context, viewer, id, imageId, view ?? null),
  );
}

/**
 * Adds a document to an auction, as `addImageOnce` adds a picture.
 * @throws DomainError as `addFile` and `changeFile`
 */
export function addFileOnce(
  context: AppContext,
  viewer: Viewer,
  id: number,
  { uploads, kind }: { uploads: Upload[]; kind: DocumentKind | undefined },
): Promise<Created<Document> | Document | Removed> {
  const files = uploads.filter(({ field }) => field === 'file').slice(0, 1);
  const sent = { uploads: files, upload_id: undefined, kind: kind ?? 'other' };
  return once(
    context,
    { id, kind: 'file', upload: files[0], subject: kind },
    (onAdded) => addFile(context, viewer, id, sent, onAdded),
    async (db, fileId) => {
      const file = await db
        .selectFrom('auction_files')
        .select(['id', 'key', 'name', 'size', 'kind'])
        .where('id', '=', fileId)
        .where('auction_id', '=', id)
        .executeTakeFirst();
      if (!file) return null;
      const { key, ...rest } = file;
      return { ...rest, file: context.media.documentUrl(key, file.name) };
    },
    (fileId) => changeFile(context, viewer, id, fileId, kind ?? 'other'),
  );
}

/** `subject` is the view or kind that was sent. Undefined if none was. */
async function once<Added>(
  { pool: { db } }: AppContext,
  sent: { id: number; kind: Kind; upload: Upload | undefined; subject: string | null | undefined },
  add: (onAdded?: (tx: Tx, fileId: number) => Promise<void>) => Promise<Added>,
  read: (tx: Queryable, fileId: number) => Promise<Added | null>,
  describe: (fileId: number) => Promise<Added>,
): Promise<Created<Added> | Added | Removed> {
  const { id, kind, upload, subject } = sent;
  // Refused for its lack.
  if (!upload) return add();
  const sha256 = Buffer.from(upload.sha256, 'hex');
  const findKnown = async () => {
    const known = await db
      .selectFrom('feed_files')
      .select(['file_id', 'subject'])
      .where('auction_id', '=', id)
      .where('kind', '=', kind)
      .where('sha256', '=', sha256)
      .executeTakeFirst();
    if (!known) return undefined;
    const found = await read(db, known.file_id);
    if (found === null) return { removed: true as const };
    // As with fields (FEED-3), a person's choice remains until another value is sent.
    if (subject === undefined || subject === known.subject) return found;
    const described = await describe(known.file_id);
    await db
      .updateTable('feed_files')
      .set({ subject })
      .where('auction_id', '=', id)
      .where('kind', '=', kind)
      .where('sha256', '=', sha256)
      .execute();
    return described;
  };
  // Processing a picture takes a second.
  const known = await findKnown();
  if (known) return known;
  try {
    const added = await add(async (tx, file_id) => {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('feed_files')
        .values({ auction_id: id, kind, sha256, file_id, subject: subject ?? null })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) throw new AddedMeanwhile();
    });
    return new Created(added);
  } catch (error) {
    const other = error instanceof AddedMeanwhile && (await findKnown());
    if (other) return other;
    throw error;
  }
}
