import type { Document } from '@restvarde/contract/auctions/auction';
import {
  allowedIn,
  FILES_KEPT,
  LOCKED_WHEN_NOTIFIED,
} from '@restvarde/contract/auctions/auction-locks';
import type { DocumentKind } from '@restvarde/contract/auctions/document-kinds';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import type { Upload } from '../../http/uploads.ts';
import { notifyOfStandings } from '../../live/standings-notice.ts';
import { keepDocument } from '../../media/keep-files.ts';
import { type TakenUpload, takeUploads } from '../../uploads/pending-uploads.ts';
import { findAuction, lockAuction } from '../access/locked-auction.ts';
import { writeAudit } from '../audit.ts';

/**
 * Adds a document, sent with the form or uploaded before, in any state of the auction (FORM-5, FORM-13, AUC-15,
 * DMG-7). `onAdded` runs in its transaction.
 * @throws DomainError 404 if the viewer cannot see the auction; 400 without a file; 415 if the file is not a
 * document
 */
export async function addFile(
  context: AppContext,
  viewer: Viewer,
  id: number,
  sent: { uploads: Upload[]; upload_id: string | undefined; kind: DocumentKind },
  onAdded: (tx: Tx, fileId: number) => Promise<void> = async () => {},
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
      const { kind } = sent;
      const file_id = await insertFile(tx, viewer, auction, { ...taken!, kind });
      await onAdded(tx, file_id);
      await notifyOfStandings(tx, { ids: [id], facts: [id] });
      return { id: file_id, name, size, file: context.media.documentUrl(key, name), kind };
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
  { key, name, size, kind }: TakenUpload & { kind: DocumentKind },
): Promise<number> {
  const { id } = await tx
    .insertInto('auction_files')
    .values({ auction_id: auction.id, name, key, size, kind })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAudit(tx, viewer, auction, 'add file', { after: { file_id: id, name } });
  return id;
}

/** Adds the documents that were uploaded while a form was filled in (FORM-13), each of its kind (DMG-7). */
export async function insertUploadedFiles(
  tx: Tx,
  viewer: Viewer,
  auction: { id: number; company_id: number },
  { file_uploads, file_kinds }: { file_uploads: string[]; file_kinds: DocumentKind[] },
): Promise<void> {
  const taken = await takeUploads(tx, viewer, 'document', file_uploads);
  for (const [n, document] of taken.entries()) {
    await insertFile(tx, viewer, auction, { ...document, kind: file_kinds[n] ?? 'other' });
  }
}

/**
 * Sets the kind of a document (DMG-7, AUC-15). The kind that it has already changes nothing.
 * @throws DomainError 404 if there is no such auction or document; 400 at `kind` if the documents are locked
 */
export async function changeFile(
  { pool, media }: AppContext,
  viewer: Viewer,
  id: number,
  fileId: number,
  kind: DocumentKind,
): Promise<Document> {
  return pool.db.transaction().execute(async (tx) => {
    const auction = await lockAuction(tx, viewer, id);
    const found = await tx
      .selectFrom('auction_files')
      .select(['key', 'name', 'size', 'kind'])
      .where('id', '=', fileId)
      .where('auction_id', '=', id)
      .executeTakeFirst();
    if (!found) throw refuse.notFound();
    const { key, name, size } = found;
    if (kind !== found.kind) {
      if (allowedIn(auction.phase, 'remove_file') === 'locked') {
        throw refuse.field('kind', LOCKED_WHEN_NOTIFIED);
      }
      await tx.updateTable('auction_files').set({ kind }).where('id', '=', fileId).execute();
      await writeAudit(tx, viewer, auction, 'change file', {
        before: { file_id: fileId, name, kind: found.kind },
        after: { file_id: fileId, name, kind },
      });
      await notifyOfStandings(tx, { ids: [id], facts: [id] });
    }
    return { id: fileId, name, size, file: media.documentUrl(key, name), kind };
  });
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
    await notifyOfStandings(tx, { ids: [id], facts: [id] });
    return removed.key;
  });
  await removeUnused(context, 'auction_files', key);
}

/**
 * Removes a stored file after its row was deleted, unless another auction uses it (RELIST-2). Call it after the commit
 * of the deletion: relisting copies rows under the auction's lock, so by then each copy is committed and found here.
 */
export async function removeUnused(
  { pool, media }: Pick<AppContext, 'pool' | 'media'>,
  table: 'auction_images' | 'auction_files',
  key: string,
): Promise<void> {
  const { rows } = await sql`select from ${sql.table(table)} where key = ${key} limit 1`.execute(
    pool.db,
  );
  if (rows.length === 0) await media.remove(key);
}
