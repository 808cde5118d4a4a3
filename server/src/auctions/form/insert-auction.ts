import type { AuctionForm } from '@restvarde/contract/auctions/auction-form';
import { nextNumber } from '@restvarde/contract/auctions/auction-rules';
import { copySettings } from '../../companies/copied-settings.ts';
import type { Tx } from '../../db/pool.ts';
import type { Place } from './check-form.ts';

/** An object as it is listed: what was checked, and its pictures' keys in their order. */
interface Listing {
  company: number;
  /** The user whose auction it is. */
  created_by: number;
  form: AuctionForm;
  place: Place;
  pictures: string[];
  /** The auction that it is relisted from (RELIST-1). */
  relisted_from?: number;
}

/** Inserts an auction with the company's next number and its settings of now; returns its id and that number. */
export async function insertAuction(
  tx: Tx,
  listing: Listing,
): Promise<{ id: number; number: string }> {
  const { company, created_by, form, place, pictures, relisted_from = null } = listing;
  const { category_ids, end_dt, staging_area: _id, staging_area_name: _name, ...written } = form;
  const { relist_dismantling: wanted, ...facts } = written;
  const number = await allocateNumber(tx, company);
  const settings = await copySettings(tx, company);
  const isByHand = wanted !== undefined && wanted !== settings.relist_dismantling;
  const { id } = await tx
    .insertInto('auctions')
    .values({
      ...facts,
      company_id: company,
      number,
      staging_area_id: place.id,
      staging_area_name: place.name,
      ...settings,
      ...(isByHand && { relist_dismantling: wanted, is_relist_by_hand: true }),
      created_by,
      relisted_from,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('auction_standings')
    .values({ auction_id: id, company_id: company, end_dt })
    .execute();
  await tx
    .insertInto('auction_categories')
    .values(category_ids.map((category_id) => ({ auction_id: id, category_id })))
    .execute();
  if (pictures.length > 0) {
    await tx
      .insertInto('auction_images')
      .values(pictures.map((key, position) => ({ auction_id: id, position, key })))
      .execute();
  }
  return { id, number };
}

/** The company's next number, counted up under its lock: none lost, none given twice (FORM-10). */
async function allocateNumber(tx: Tx, company: number): Promise<string> {
  const { next_auction_number } = await tx
    .selectFrom('companies')
    .select('next_auction_number')
    .where('id', '=', company)
    .forUpdate()
    .executeTakeFirstOrThrow();
  let number = next_auction_number;
  // A number that settings were turned back to may be taken: the next free one is.
  while (await isTaken(tx, company, number)) number = nextNumber(number);
  await tx
    .updateTable('companies')
    .set({ next_auction_number: nextNumber(number) })
    .where('id', '=', company)
    .execute();
  return number;
}

async function isTaken(tx: Tx, company: number, number: string): Promise<boolean> {
  const taken = await tx
    .selectFrom('auctions')
    .select('id')
    .where('company_id', '=', company)
    .where('number', '=', number)
    .executeTakeFirst();
  return taken !== undefined;
}
