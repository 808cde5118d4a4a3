import type { Viewer } from '@restvarde/contract/roles';
import type { PendingUpload } from '@restvarde/contract/uploads';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { DomainError, refuse } from '../http/domain-error.ts';
import { discardUploads, storeUpload } from '../http/uploads.ts';
import { keepDocument, storePictures } from '../media/keep-files.ts';
import { findUpload, LIFETIME, toPendingUpload, type UploadRow } from './pending-uploads.ts';

const ELSEWHERE = 'En annan del av filen väntas.';
const TOO_MUCH = 'Filen är större än den skulle vara.';

/** Far more than the largest file has at the page's piece size. Each piece is a file until the last has arrived. */
const MAX_PIECES = 400;
const TOO_MANY = 'Filen kommer i för många delar. Välj den igen.';

/**
 * Adds a piece to an upload. The last one makes it validate and store the file like any other (MEDIA-1, FORM-13). A
 * repeated or concurrent piece is stored once.
 * @throws DomainError 404 if it is not the viewer's; 409 with the current `offset` if it differs; 400 above its size or
 * with too many pieces; 415 if its content is not of its kind, and then it is removed.
 */
export async function continueUpload(
  context: AppContext,
  viewer: Viewer,
  id: string,
  piece: { offset: number; bytes: Buffer },
): Promise<PendingUpload> {
  const { db } = context.pool;
  const found = await findUpload(db, viewer, id);
  if (found.received !== piece.offset) throw refuseOffset(found.received);
  if (piece.offset + piece.bytes.length > found.size) throw refuse.detail(TOO_MUCH);
  if (found.pieces.length >= MAX_PIECES) throw refuse.detail(TOO_MANY);
  if (piece.bytes.length > 0) await addPiece(context, viewer, id, piece);
  const row = await findUpload(db, viewer, id);
  if (row.received < row.size || row.media_key !== null) return toPendingUpload(row);
  await complete(context, viewer, row);
  return toPendingUpload(await findUpload(db, viewer, id));
}

async function addPiece(
  { media, pool }: AppContext,
  viewer: Viewer,
  id: string,
  { offset, bytes }: { offset: number; bytes: Buffer },
): Promise<void> {
  const name = await media.putPiece(id, bytes);
  const { numAffectedRows } = await sql`
    update uploads
    set received = received + ${bytes.length}, pieces = pieces || ${name}::text,
      expires_at = now_ms() + ${LIFETIME}::interval
    where id = ${id} and received = ${offset}`.execute(pool.db);
  if (numAffectedRows !== 0n) return;
  const row = await findUpload(pool.db, viewer, id).catch(async (error) => {
    // The upload was removed meanwhile, so nothing else would remove this piece.
    await media.removePieces(id);
    throw error;
  });
  throw refuseOffset(row.received);
}

const refuseOffset = (offset: number) => new DomainError(409, { detail: ELSEWHERE, offset });

/** Validates and stores a complete upload. Of two concurrent calls the later one removes its copy. */
async function complete(context: AppContext, viewer: Viewer, row: UploadRow): Promise<void> {
  const { media, pool, upload_folder } = context;
  const file = await storeUpload(upload_folder, media.readPieces(row.id, row.pieces));
  const keep = async (key: string, name: string, size: number) => {
    const { numAffectedRows } = await sql`
      update uploads set media_key = ${key}, media_size = ${size}, name = ${name}, pieces = '{}'
      where id = ${row.id} and media_key is null`.execute(pool.db);
    if (numAffectedRows === 0n) throw refuseOffset(row.size);
  };
  try {
    if (row.kind === 'document') {
      const uploads = [{ field: 'file', name: row.name, ...file }];
      await keepDocument(media, viewer, uploads, ({ key, name, size }) => keep(key, name, size));
    } else {
      const uploads = [{ field: 'image', name: row.name, ...file }];
      const [key = ''] = await storePictures(media, viewer, uploads);
      try {
        await keep(key, row.name, file.size);
      } catch (error) {
        await media.remove(key);
        throw error;
      }
    }
    await media.removePieces(row.id);
  } catch (error) {
    if (error instanceof DomainError && error.status === 415) {
      await sql`delete from uploads where id = ${row.id}`.execute(pool.db);
      await media.removePieces(row.id);
    }
    throw error;
  } finally {
    await discardUploads([file]);
  }
}
