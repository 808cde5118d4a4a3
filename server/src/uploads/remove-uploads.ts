import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { AppContext, WorkerContext } from '../context.ts';
import { refuse } from '../http/domain-error.ts';
import type { Media } from '../media/media.ts';

interface Removed {
  id: string;
  media_key: string | null;
}

/** Batch size. */
const AT_ONCE = 100;

/**
 * Removes an upload.
 * @throws DomainError 404 if it is not the viewer's.
 */
export async function removeUpload(
  { pool, media }: AppContext,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const { rows } = await sql<Removed>`
    delete from uploads where id = ${id} and user_id = ${viewer.user_id} and expires_at > now_ms()
    returning id, media_key`.execute(pool.db);
  if (rows.length === 0) throw refuse.notFound();
  await removeFiles(media, rows);
}

/** Removes expired uploads (FORM-13); returns their number. */
export async function removeExpiredUploads({
  pool,
  media,
}: Pick<WorkerContext, 'pool' | 'media'>): Promise<number> {
  const { rows } = await sql<Removed>`
    delete from uploads where id in (
      select id from uploads where expires_at <= now_ms()
      order by expires_at limit ${AT_ONCE}
      for update skip locked)
    returning id, media_key`.execute(pool.db);
  await removeFiles(media, rows);
  return rows.length;
}

async function removeFiles(
  media: Pick<Media, 'remove' | 'removePieces'>,
  removed: Removed[],
): Promise<void> {
  await Promise.all(
    removed.map(({ id, media_key }) =>
      media_key === null ? media.removePieces(id) : media.remove(media_key),
    ),
  );
}
