import type { Document } from '@restvarde/contract/auctions/auction';
import { allowedIn, FILES_KEPT } from '@restvarde/contract/auctions/auction-locks';
import type { Viewer } from '@restvarde/contract/roles';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import type { Upload } from '../../http/uploads.ts';
import { noticeStandings } from '../../live/standings-notice.ts';
import { keepDocument } from '../../media/keep-document.ts';
import { type TakenUpload, takeUploads } from '../../uploads/pending-uploads.ts';
import { findAuction, lockAuction } from '../access/locked-auction.ts';
import { writeAudit } from '../audit.ts';
import { removeUnused } from './remove-unused.ts';

/**
 * Adds a document, sent with the form or uploaded before, in any state of the auction (FORM-5, FORM-13, AUC-15).
 * @throws DomainError 404 if the viewer cannot see the auction; 400 without a file; 415 if the file is not a
 * document
 */
export async function addFile(
  context: AppContext,
  viewer: Viewer,
  id: number,
  sent: { uploads: Upload[]; upload_id: string | undefined },
): Promise<Document> {
  const { db } = context.pool;
  await findAuction(db, viewer, id);
  const add = (document: TakenUpload | string) =>
    db.transaction().execute(async (tx) => {
      const auction = await lockAuction(tx, viewer, id);
      const [taken] =
        typeof document === 'string'
          ? await takeUploads(tx, viewer, 'document', [document])
          : [document];
      const { key, name, size } = taken!;
      const file_id = await insertFile(tx, viewer, auction, taken!);
      await noticeStandings(tx, { ids: [id], facts: [id] });
      return { id: file_id, name, size, file: context.media.documentUrl(key, name) };
    });
  return sent.upload_id === undefined
    ? keepDocument(context.media, viewer, sent.uploads, add)
    : add(sent.upload_id);
}

/** Adds a stored document to an auction and its history. Returns the document's id. */
export async function insertFile(
  tx: Tx,
  viewer: Viewer,
  auction: { id: number; company_id: number },
  { key, name, size }: TakenUpload,
): Promise<number> {
  const { id } = await tx
    .insertInto('auction_files')
    .values({ auction_id: auction.id, name, key, size })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAudit(tx, viewer, auction, 'add file', { after: { file_id: id, name } });
  return id;
}

/**
 * Removes a document from an auction whose winner has not been notified (FORM-5, AUC-15).
 * @throws DomainError 404 if there is no such auction or document; 400 if the documents are locked
 */
export async function removeFile(
  context: AppContext,
  viewer: Viewer,
  id: number,
  fileId: number,
): Promise<void> {
  const key = await context.pool.db.transaction().execute(async (tx) => {
    const auction = await lockAuction(tx, viewer, id);
    const removed = await tx
      .deleteFrom('auction_files')
      .where('id', '=', fileId)
      .where('auction_id', '=', id)
      .returning(['key', 'name'])
      .executeTakeFirst();
    if (!removed) throw refuse.notFound();
    if (allowedIn(auction.phase, 'remove_file') === 'locked') throw refuse.detail(FILES_KEPT);
    await writeAudit(tx, viewer, auction, 'remove file', {
      before: { file_id: fileId, name: removed.name },
    });
    await noticeStandings(tx, { ids: [id], facts: [id] });
    return removed.key;
  });
  await removeUnused(context, 'auction_files', key);
}
