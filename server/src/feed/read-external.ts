import type { Auction } from '@restvarde/contract/auctions/auction';
import { FEED_SENTENCE } from '@restvarde/contract/feed/feed-auction';
import type { Viewer } from '@restvarde/contract/roles';
import { readAuction } from '../auctions/read-auction.ts';
import type { Queryable } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import type { Media } from '../media/media.ts';

/** An auction as another system calls it. */
interface ExternalId {
  company: number;
  external_id: string;
}

function find(db: Queryable, { company, external_id }: ExternalId) {
  return db
    .selectFrom('auctions')
    .select(['id', 'deleted_at'])
    .where('company_id', '=', company)
    .where('external_id', '=', external_id)
    .executeTakeFirst();
}

/**
 * The auction that is called by the id, to change it.
 * @throws DomainError 404 if there is none; 400 if it is deleted
 */
export async function findExternal(db: Queryable, called: ExternalId): Promise<{ id: number }> {
  const found = await find(db, called);
  if (!found) throw refuse.notFound();
  if (found.deleted_at) throw refuse.detail(FEED_SENTENCE.deleted);
  return found;
}

/**
 * Reads the auction that is called by the id, or that it is deleted (FEED-4).
 * @throws DomainError 404 if there is none
 */
export async function readExternal(
  db: Queryable,
  media: Media,
  viewer: Viewer,
  called: ExternalId,
): Promise<Auction | { external_id: string; id: number; deleted: true }> {
  const found = await find(db, called);
  if (!found) throw refuse.notFound();
  const { id, deleted_at } = found;
  if (deleted_at) return { external_id: called.external_id, id, deleted: true };
  return readAuction(db, media, viewer, id);
}
