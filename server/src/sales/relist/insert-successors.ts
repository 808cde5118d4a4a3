import type { Viewer } from '@restvarde/contract/roles';
import { RELIST_SENTENCE } from '@restvarde/contract/sale/relist-rules';
import { sql } from 'kysely';
import { writeAudits } from '../../auctions/audit.ts';
import type { StoredPicture } from '../../auctions/files/auction-images.ts';
import { insertAuctions } from '../../auctions/form/insert-auction.ts';
import type { Tx } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import type { SaleFacts } from '../sale.ts';
import type { Relisting } from './read-listings.ts';

/** A locked sale and the listing of its successor. */
export interface Relisted {
  sale: SaleFacts;
  listing: Relisting;
  /** The successor's pictures in order. */
  pictures: StoredPicture[];
}

interface Successor {
  id: number;
  number: string;
}

/**
 * Inserts the successors of locked sales, at least one, with their predecessors' documents (only `file_ids`, if
 * given), and logs it. Returns them in order. A `viewer` of null is the system, which creates each for its
 * predecessor's user.
 * @throws DomainError 400 at `file` if a document does not belong to a predecessor
 */
export async function insertSuccessors(
  tx: Tx,
  viewer: Viewer | null,
  relisted: Relisted[],
  file_ids?: string[],
): Promise<Successor[]> {
  const made = await insertAuctions(
    tx,
    relisted.map(({ sale, listing, pictures }) => ({
      company: listing.company,
      created_by: viewer?.user_id ?? sale.created_by,
      form: listing.form,
      place: listing.place,
      pictures,
      relisted_from: sale.id,
    })),
  );
  await copyFiles(
    tx,
    relisted.map(({ sale }) => sale.id),
    made.map(({ id }) => id),
    file_ids,
  );
  await writeAudits(
    tx,
    viewer,
    relisted.map(({ listing: { company, form, number } }, n) => ({
      auction: { id: made[n]!.id, company_id: company },
      action: 'relist',
      after: { ...form, relisted_from: number },
    })),
  );
  return made;
}

/** Copies the rows of the same stored documents from each auction to the one at its index. */
async function copyFiles(
  tx: Tx,
  from: number[],
  to: number[],
  ids: string[] | undefined,
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into auction_files (auction_id, name, key, size, kind)
    select copy.to_id, f.name, f.key, f.size, f.kind
    from unnest(${from}::integer[], ${to}::integer[]) as copy(from_id, to_id)
    join auction_files f on f.auction_id = copy.from_id
    where ${ids === undefined} or f.id = any(${ids ?? []}::integer[])
    order by f.auction_id, f.id`.execute(tx);
  if (ids !== undefined && Number(numAffectedRows) < new Set(ids).size) {
    throw refuse.field('file', RELIST_SENTENCE.noDocument);
  }
}
