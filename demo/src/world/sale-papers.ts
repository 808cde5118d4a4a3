import { addDays, PAYMENT_DAYS, stockholmDate } from '@restvarde/contract/dates';
import type { Tx } from '@restvarde/server/db/pool';
import type { Media } from '@restvarde/server/media/media';
import { sql } from 'kysely';
import { makeInvoice } from '../documents/invoice.ts';
import type { Vehicle } from '../vehicles/vehicles.ts';

/** Adds the paid invoice to auctions that are handed over or cost storage (PICK-9). */
export async function makeDemoSalePapers(
  tx: Tx,
  media: Media,
  auctions: readonly { id: number; vehicle: Vehicle }[],
): Promise<void> {
  const paid = await tx
    .selectFrom('collections as k')
    .innerJoin('auctions as a', 'a.id', 'k.auction_id')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .innerJoin('service_stations as s', 's.id', 'k.service_station_id')
    .innerJoin('bids as b', (join) =>
      join.onRef('b.auction_id', '=', 'k.auction_id').onRef('b.id', '=', 'k.bid_id'),
    )
    .select(['k.id', 'k.auction_id', 'k.notified_at', 'a.number', 'a.created_by', 'b.amount'])
    .select(['c.name as seller', 's.name as buyer'])
    .where('k.paid_at', 'is not', null)
    .orderBy('k.auction_id')
    .execute();
  const vehicles = new Map(auctions.map(({ id, vehicle }) => [id, vehicle]));
  for (const { id, auction_id, notified_at, created_by, ...sale } of paid) {
    const vehicle = vehicles.get(auction_id);
    if (!vehicle) continue;
    const day = stockholmDate(notified_at);
    const due = addDays(day, PAYMENT_DAYS);
    const content = await makeInvoice(vehicle, { ...sale, day, due });
    const name = `Faktura ${sale.number}.pdf`;
    await tx
      .insertInto('sale_documents')
      .values({
        collection_id: id,
        name: 'Faktura',
        file_name: name,
        document_key: await media.putDocument(content),
        size: content.length,
        added_by: created_by,
        added_at: notified_at,
      })
      .execute();
    await sql`
      insert into audit_log (at, user_id, company_id, auction_id, action, after)
      select ${notified_at}, a.created_by, a.company_id, a.id, 'add sale document', '{"name": "Faktura"}'
      from auctions a where a.id = ${auction_id}`.execute(tx);
  }
}
