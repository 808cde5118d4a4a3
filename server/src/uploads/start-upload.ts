import type { ImageView } from '@restvarde/contract/auctions/image-views';
import { PHOTO_LINK_FAULT, type PhotoLinkFault } from '@restvarde/contract/auctions/photo-links';
import {
  DOCUMENT_MAX_BYTES,
  DOCUMENT_TOO_LARGE,
  IMAGE_MAX_BYTES,
  IMAGE_TOO_LARGE,
  PICTURE_FAULT,
} from '@restvarde/contract/media';
import type { Viewer } from '@restvarde/contract/roles';
import type { PendingUpload, UploadKind } from '@restvarde/contract/uploads';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { firstRow, type Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import { spendUpload } from '../http/route.ts';
import { tidyFileName } from '../media/documents.ts';
import { isArriving, LIFETIME, toPendingUpload, type UploadRow } from './pending-uploads.ts';

/** A user's unused uploads (FORM-13): the pictures of three forms at full size. */
const QUOTA = { files: 120, bytes: 2 * 1024 ** 3 };

/** Size limits by kind, in bytes (MEDIA-1). */
const MOST: Record<UploadKind, { bytes: number; sentence: string }> = {
  image: { bytes: IMAGE_MAX_BYTES, sentence: IMAGE_TOO_LARGE },
  document: { bytes: DOCUMENT_MAX_BYTES, sentence: DOCUMENT_TOO_LARGE },
};

const QUOTA_S = 600;
const FULL = 'Du har många uppladdade filer som inte hör till någon auktion än.';

/** The link that a picture arrives by, and what the picture shows (FORM-17, DMG-6). */
interface FromPhone {
  photo_link_id: string;
  view: ImageView | null;
}

/**
 * Starts an upload of a file of this size (FORM-13).
 * @throws DomainError 429 above the user's quota; 400 for a name without letters, or if the link has no room for more.
 */
export async function startUpload(
  context: AppContext,
  viewer: Viewer,
  file: { kind: UploadKind; name: string; size: number },
  from: FromPhone | null = null,
): Promise<PendingUpload> {
  const most = MOST[file.kind];
  if (file.size < 1) throw refuse.field('size', PICTURE_FAULT.empty);
  if (file.size > most.bytes) throw refuse.field('size', most.sentence);
  const name = tidyFileName(file.name);
  if (name === '') throw refuse.field('name', 'Filen har inget namn.');
  await spendUpload(context.limits, viewer);
  return context.pool.db.transaction().execute(async (tx) => {
    // Serializes concurrent calls of a user.
    await sql`select from users where id = ${viewer.user_id} for no key update`.execute(tx);
    const waiting = firstRow(
      (
        await sql<{ files: number; bytes: number }>`
          select count(*)::integer as files, coalesce(sum(size), 0)::float8 as bytes from uploads
          where user_id = ${viewer.user_id} and expires_at > now_ms()`.execute(tx)
      ).rows,
    );
    if (waiting.files >= QUOTA.files || waiting.bytes + file.size > QUOTA.bytes) {
      throw refuse.tooMany(QUOTA_S, FULL);
    }
    if (from) await takePlace(tx, from.photo_link_id);
    const { rows } = await sql<UploadRow>`
      insert into uploads (user_id, kind, name, size, photo_link_id, view, expires_at)
      values (${viewer.user_id}, ${file.kind}, ${name}, ${file.size}, ${from?.photo_link_id ?? null},
        ${from?.view ?? null}, now_ms() + ${LIFETIME}::interval)
      returning id, kind, name, size, received, pieces, media_key`.execute(tx);
    return toPendingUpload(firstRow(rows));
  });
}

/**
 * Refuses a picture if the link is full. One that is broken off loses its place, and the phone has to start it again.
 * Concurrent calls of a link's user are serialized.
 */
async function takePlace(tx: Tx, photo_link_id: string): Promise<void> {
  const { rows } = await sql<{ is_full: boolean; broken_off: string | null }>`
    select count(*) >= (select room from photo_links where id = ${photo_link_id}) as is_full,
      (array_agg(id order by expires_at) filter (where media_key is null and not ${isArriving}))[1] as broken_off
    from uploads where photo_link_id = ${photo_link_id}`.execute(tx);
  const { is_full, broken_off } = firstRow(rows);
  if (!is_full) return;
  // Its last piece may arrive meanwhile.
  const freed = await sql`
    update uploads set photo_link_id = null
    where id = ${broken_off} and media_key is null and not ${isArriving}`.execute(tx);
  if (freed.numAffectedRows !== 1n)
    throw refuse.detail(PHOTO_LINK_FAULT.full, 'full' satisfies PhotoLinkFault);
}
