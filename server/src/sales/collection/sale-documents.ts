import type { Viewer } from '@restvarde/contract/roles';
import type { SaleDocument } from '@restvarde/contract/sale/collection';
import { COLLECTION_SENTENCE, SALE_DOCUMENTS } from '@restvarde/contract/sale-calls/collections';
import { sql } from 'kysely';
import { findAuction } from '../../auctions/access/locked-auction.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import type { Upload } from '../../http/uploads.ts';
import { keepDocument } from '../../media/keep-files.ts';
import { actOnSale } from '../act-on-sale.ts';
import { requireCollection } from '../find-collection.ts';

/**
 * Adds a document to a sale, for its winner (PICK-9).
 * @throws DomainError 404 if there is no such auction; 400 if no winner is notified, there are 20 already, or
 * without a file; 415 if the file is not a document
 */
export async function addSaleDocument(
  context: AppContext,
  viewer: Viewer,
  id: number,
  label: string | undefined,
  uploads: Upload[],
): Promise<SaleDocument> {
  await findAuction(context.pool.db, viewer, id);
  return keepDocument(context.media, viewer, uploads, async ({ key, name: file_name, size }) => {
    const name = label || file_name;
    let document_id = 0;
    await actOnSale(context, viewer, id, async (tx) => {
      const found = await requireCollection(tx, id);
      if ((await countDocuments(tx, found.id)) >= SALE_DOCUMENTS) {
        throw refuse.detail(COLLECTION_SENTENCE.tooManyDocuments);
      }
      const added = await tx
        .insertInto('sale_documents')
        .values({
          collection_id: found.id,
          name,
          file_name,
          document_key: key,
          size,
          added_by: viewer.user_id,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      document_id = added.id;
      return {
        action: 'add sale document',
        after: { name },
        stations: [found.service_station_id],
      };
    });
    return { id: document_id, name, size, file: context.media.documentUrl(key, file_name) };
  });
}

/**
 * Removes a document of a sale. It is kept in storage for accounting (PICK-9, DATA-2).
 * @throws DomainError 404 if there is no such auction, or its sale has no such document; 400 as in `actOnSale`
 */
export function removeSaleDocument(
  context: AppContext,
  viewer: Viewer,
  id: number,
  document: number,
): Promise<void> {
  return actOnSale(context, viewer, id, async (tx) => {
    const { rows } = await sql<{ name: string; service_station_id: number }>`
      update sale_documents d set removed_at = now_ms()
      from collections k
      where d.id = ${document} and d.removed_at is null and k.id = d.collection_id
        and k.auction_id = ${id} and k.withdrawn_at is null
      returning d.name, k.service_station_id`.execute(tx);
    const [removed] = rows;
    if (!removed) throw refuse.notFound();
    return {
      action: 'remove sale document',
      before: { name: removed.name },
      stations: [removed.service_station_id],
    };
  });
}

async function countDocuments(tx: Tx, collection: number): Promise<number> {
  const { count } = await tx
    .selectFrom('sale_documents')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('collection_id', '=', collection)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
