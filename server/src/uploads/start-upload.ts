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
import { firstRow } from '../db/first-row.ts';
import { refuse } from '../http/domain-error.ts';
import { spendUpload } from '../http/route.ts';
import { tidyFileName } from '../media/documents.ts';
import { KEPT, toPendingUpload, type UploadRow } from './pending-uploads.ts';

/** A user's unused uploads (FORM-13): the pictures of three forms at full size. */
const QUOTA = { files: 120, bytes: 2 * 1024 ** 3 };

/** Size limits by kind, in bytes (MEDIA-1). */
const MOST: Record<UploadKind, { bytes: number; sentence: string }> = {
  image: { bytes: IMAGE_MAX_BYTES, sentence: IMAGE_TOO_LARGE },
  document: { bytes: DOCUMENT_MAX_BYTES, sentence: DOCUMENT_TOO_LARGE },
};

const QUOTA_S = 600;
const FULL = 'Du har många filer som inte hör till någon auktion än.';

/**
 * Starts an upload of a file of this size (FORM-13).
 * @throws DomainError 429 above the user's quota; 400 for a name without letters.
 */
export async function startUpload(
  context: AppContext,
  viewer: Viewer,
  file: { kind: UploadKind; name: string; size: number },
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
    const { rows } = await sql<UploadRow>`
      insert into uploads (user_id, kind, name, size, expires_at)
      values (${viewer.user_id}, ${file.kind}, ${name}, ${file.size}, now_ms() + ${KEPT}::interval)
      returning id, kind, name, size, received, pieces, media_key`.execute(tx);
    return toPendingUpload(firstRow(rows));
  });
}
