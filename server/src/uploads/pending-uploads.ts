import type { Viewer } from '@restvarde/contract/roles';
import type { PendingUpload, UploadKind } from '@restvarde/contract/uploads';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';

/** A row of uploads; sizes in bytes. */
export interface UploadRow {
  id: string;
  kind: UploadKind;
  name: string;
  size: number;
  received: number;
  pieces: string[];
  media_key: string | null;
}

/** How long an upload waits for its next piece, or to be used (FORM-13). */
export const LIFETIME = '24 hours';

/** A phone's picture that has got no bytes for so long is broken off (FORM-17). */
const BROKEN_OFF = '1 minute';
/** The check of one that has arrived takes longer when all decoders are busy. */
const UNCHECKED = '10 minutes';

/** Whether a row of uploads is a picture that a phone is sending. */
export const isArriving = sql<boolean>`(media_key is null and expires_at > now_ms() + ${LIFETIME}::interval
  - case when received < size then ${BROKEN_OFF}::interval else ${UNCHECKED}::interval end)`;

/**
 * The viewer's own unexpired upload (FORM-13).
 * @throws DomainError 404 otherwise (ROLE-14).
 */
export async function findUpload(db: Queryable, viewer: Viewer, id: string): Promise<UploadRow> {
  const { rows } = await sql<UploadRow>`
    select id, kind, name, size, received, pieces, media_key from uploads
    where id = ${id} and user_id = ${viewer.user_id} and expires_at > now_ms()`.execute(db);
  const [row] = rows;
  if (!row) throw refuse.notFound();
  return row;
}

/** The upload as the API returns it. */
export function toPendingUpload(row: UploadRow): PendingUpload {
  const { id, kind, name, size, received: offset, media_key } = row;
  return { id, kind, name, size, offset, is_complete: media_key !== null };
}

/** The stored picture or document of an upload, and its size in bytes. */
export interface TakenUpload {
  key: string;
  name: string;
  size: number;
}

const GONE = 'En fil som har laddats upp finns inte kvar. Välj den igen.';

/**
 * Takes the viewer's complete uploads in the given order, in the transaction that attaches them. Each can be taken once
 * (FORM-13). Closes the links that they arrived by: their form is being saved (FORM-17).
 * @throws DomainError 400 at the kind's field if one is missing.
 */
export async function takeUploads(
  tx: Tx,
  viewer: Viewer,
  kind: UploadKind,
  ids: readonly string[],
): Promise<TakenUpload[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<TakenUpload & { id: string }>`
    with taken as (
      delete from uploads
      where id = any(${ids}::uuid[]) and user_id = ${viewer.user_id} and kind = ${kind}
        and media_key is not null and expires_at > now_ms()
      returning id, media_key, name, media_size, photo_link_id
    ), closed as (
      update photo_links set closed_at = now_ms()
      where id in (select photo_link_id from taken) and closed_at is null
    )
    select id, media_key as key, name, media_size as size from taken`.execute(tx);
  const taken = new Map(rows.map(({ id, ...one }) => [id, one]));
  return ids.map((id) => {
    const one = taken.get(id.toLowerCase());
    // Named twice, or missing.
    if (!one || !taken.delete(id.toLowerCase())) {
      throw refuse.field(kind === 'image' ? 'image' : 'file', GONE);
    }
    return one;
  });
}
