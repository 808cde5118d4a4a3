import type { ImageView } from '@restvarde/contract/auctions/image-views';
import {
  type getPhonePhotos,
  PHOTO_LINK_FAULT,
  type PhotoLinkFault,
} from '@restvarde/contract/auctions/photo-links';
import type { Reply } from '@restvarde/contract/endpoint';
import type { Role } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { firstRow, type Queryable } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import { LIMITS } from '../../http/limit-table.ts';
import type { LoggedIn } from '../../http/route.ts';
import { hashToken } from '../../keys.ts';
import { isArriving } from '../../uploads/pending-uploads.ts';

interface HolderRow {
  id: string;
  fault: Exclude<PhotoLinkFault, 'full'> | null;
  user_id: number;
  role: Role;
  is_superuser: boolean;
  company_id: number | null;
}

/**
 * The holder of a link's token (FORM-17): the link's id, and its user as the viewer. Null for an unknown token.
 * @throws DomainError 400 if the link takes no more pictures; 429 for too many calls
 */
export async function findHolder(
  { pool, limits }: AppContext,
  token: string,
): Promise<LoggedIn | null> {
  const { rows } = await sql<HolderRow>`
    select l.id, users.id as user_id, users.role, users.is_superuser, users.company_id,
      case
        when s.revoked_at is not null or users.deactivated_at is not null
          or s.expires_at <= now_ms() or s.idle_expires_at <= now_ms() then 'ended'
        when l.closed_at is not null then 'closed'
        when l.expires_at <= now_ms() then 'expired'
      end as fault
    from photo_links l
    join sessions s on s.id = l.session_id
    join users on users.id = l.user_id
    where l.token_hash = ${hashToken(token)}`.execute(pool.db);
  const [row] = rows;
  if (!row) return null;
  await limits.spend(LIMITS.photo_link, row.id);
  const { id, fault, ...user } = row;
  if (fault !== null) throw refuse.detail(PHOTO_LINK_FAULT[fault], fault);
  const viewer = {
    ...user,
    service_station_id: null,
    category_ids: [],
    is_dismantler: false,
    has_accepted_terms: false,
  };
  // A session that lacks a required second factor has no link: requiring one ends the session (SEC-7).
  return { id, viewer, must_add_second_factor: false };
}

/** What the holder of a link may know of it (FORM-17). */
export async function readPhotos(
  { pool }: AppContext,
  link_id: string,
): Promise<Reply<typeof getPhonePhotos>> {
  const { rows } = await sql<{ expires_at: Date; left: number; views: (ImageView | null)[] }>`
    select l.expires_at,
      greatest(0, l.room - (
        select count(*) from uploads where photo_link_id = l.id and (media_key is not null or ${isArriving})
      ))::integer as left, array(
      select view from uploads where photo_link_id = l.id and media_key is not null order by expires_at, id
    ) as views
    from photo_links l where l.id = ${link_id}`.execute(pool.db);
  const { expires_at, ...rest } = firstRow(rows);
  return { expires_at: expires_at.toISOString(), ...rest };
}

/**
 * Refuses uploads that did not begin by this link, also those of its user.
 * @throws DomainError 404
 */
export async function refuseOthers(db: Queryable, link_id: string, id: string): Promise<void> {
  const { rows } = await sql`
    select from uploads where id = ${id} and photo_link_id = ${link_id}`.execute(db);
  if (rows.length === 0) throw refuse.notFound();
}
