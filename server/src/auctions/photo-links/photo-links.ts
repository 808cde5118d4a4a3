import type { ImageView } from '@restvarde/contract/auctions/image-views';
import type { createPhotoLink, getPhotoLink } from '@restvarde/contract/auctions/photo-links';
import { PHOTO_LINK_MINUTES } from '@restvarde/contract/auctions/photo-links';
import type { Reply } from '@restvarde/contract/endpoint';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { firstRow } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import { LIMITS } from '../../http/limit-table.ts';
import type { Actor } from '../../http/route.ts';
import { hashToken, randomToken } from '../../keys.ts';
import { recordEvent } from '../../security/record-event.ts';
import { isArriving } from '../../uploads/pending-uploads.ts';

/**
 * Creates a link by which a phone adds pictures to a form (FORM-17). It ends with the session.
 * @throws DomainError 429 for too many links
 */
export async function createLink(
  { pool, limits }: AppContext,
  actor: Actor,
  session_id: string,
  room: number,
): Promise<Reply<typeof createPhotoLink>> {
  await limits.spend(LIMITS.photo_links, String(actor.user_id));
  const token = randomToken();
  return pool.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; expires_at: Date }>`
      insert into photo_links (token_hash, user_id, session_id, room, expires_at)
      values (${hashToken(token)}, ${actor.user_id}, ${session_id}, ${room},
        now_ms() + make_interval(mins => ${PHOTO_LINK_MINUTES}))
      returning id, expires_at`.execute(tx);
    const { id, expires_at } = firstRow(rows);
    await recordEvent(tx, actor, { kind: 'photo_link_added' });
    return { id, token, expires_at: expires_at.toISOString() };
  });
}

/**
 * The viewer's own link and the pictures that have arrived by it, in order (FORM-17).
 * @throws DomainError 404 if it is not the viewer's
 */
export async function readLink(
  { pool, media }: AppContext,
  viewer: Viewer,
  id: string,
): Promise<Reply<typeof getPhotoLink>> {
  const { rows: links } = await sql<{
    expires_at: Date;
    state: Reply<typeof getPhotoLink>['state'];
  }>`
    select expires_at, case when closed_at is not null then 'closed' when expires_at <= now_ms() then 'expired' else 'open' end as state
    from photo_links where id = ${id} and user_id = ${viewer.user_id}`.execute(pool.db);
  const [link] = links;
  if (!link) throw refuse.notFound();
  const { rows } = await sql<{
    id: string;
    name: string;
    size: number;
    view: ImageView | null;
    media_key: string | null;
    is_arriving: boolean;
  }>`
    select id, name, size, view, media_key, ${isArriving} as is_arriving from uploads
    where photo_link_id = ${id} and expires_at > now_ms()
    order by expires_at, id`.execute(pool.db);
  return {
    id,
    state: link.state,
    expires_at: link.expires_at.toISOString(),
    sending: rows.filter(({ is_arriving }) => is_arriving).length,
    pictures: rows.flatMap(({ media_key, is_arriving: _, ...picture }) =>
      media_key === null ? [] : { ...picture, sizes: media.imageSizes(media_key) },
    ),
  };
}

/**
 * Closes the viewer's own link; its pictures remain. Closing it again changes nothing.
 * @throws DomainError 404 if it is not the viewer's
 */
export async function closeLink({ pool }: AppContext, viewer: Viewer, id: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update photo_links set closed_at = coalesce(closed_at, now_ms())
    where id = ${id} and user_id = ${viewer.user_id}`.execute(pool.db);
  if (numAffectedRows === 0n) throw refuse.notFound();
}
