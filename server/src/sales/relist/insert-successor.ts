import type { Viewer } from '@restvarde/contract/roles';
import { RELIST_SENTENCE } from '@restvarde/contract/sales/relist-rules';
import { sql } from 'kysely';
import { writeAudit } from '../../auctions/audit.ts';
import { insertAuction } from '../../auctions/form/insert-auction.ts';
import type { Tx } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import type { SaleFacts } from '../sale.ts';
import type { Relisting } from './read-listing.ts';

/** What of its files a successor has. */
interface SuccessorFiles {
  /** Keys of its pictures in their order. */
  pictures: string[];
  /** The documents that are copied; all unless named. */
  file_ids?: string[] | undefined;
}

/**
 * Inserts the successor of a locked sale, with the documents of its predecessor, and writes it to its history; a
 * `viewer` of null is the product itself, which lists it for the predecessor's user.
 * @throws DomainError 400 at `file` when a document is named that the predecessor does not have.
 */
export async function insertSuccessor(
  tx: Tx,
  viewer: Viewer | null,
  sale: SaleFacts,
  listing: Relisting,
  { pictures, file_ids }: SuccessorFiles,
): Promise<{ id: number; number: string }> {
  const { company, form, place, number } = listing;
  const made = await insertAuction(tx, {
    company,
    created_by: viewer?.user_id ?? sale.created_by,
    form,
    place,
    pictures,
    relisted_from: sale.id,
  });
  await copyFiles(tx, sale.id, made.id, file_ids);
  await writeAudit(tx, viewer, { id: made.id, company_id: company }, 'relist', {
    after: { ...form, relisted_from: number },
  });
  return made;
}

async function copyFiles(
  tx: Tx,
  from: number,
  to: number,
  ids: string[] | undefined,
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into auction_files (auction_id, name, key, size)
    select ${to}, name, key, size from auction_files
    where auction_id = ${from} and (${ids === undefined} or id = any(${ids ?? []}::integer[]))
    order by id`.execute(tx);
  if (ids !== undefined && Number(numAffectedRows) < new Set(ids).size) {
    throw refuse.field('file', RELIST_SENTENCE.noDocument);
  }
}
