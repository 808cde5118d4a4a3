import type { AuctionForm } from '@restvarde/contract/auctions/auction-form';
import { nextNumber } from '@restvarde/contract/auctions/auction-rules';
import { givenCondition } from '@restvarde/contract/auctions/condition';
import { copySettings } from '../../companies/copied-settings.ts';
import { firstRow, type Tx } from '../../db/pool.ts';
import type { StoredPicture } from '../files/auction-images.ts';
import type { StagingPlace } from './check-form.ts';

/** A checked form and its pictures in order. */
interface Listing {
  company: number;
  /** The user who created the auction. */
  created_by: number;
  form: AuctionForm;
  place: StagingPlace;
  pictures: StoredPicture[];
  /** The auction that it is relisted from (RELIST-1). */
  relisted_from?: number;
}

interface Inserted {
  id: number;
  number: string;
}

/** Inserts an auction with the company's next number and its current settings. Returns its id and number. */
export async function insertAuction(tx: Tx, listing: Listing): Promise<Inserted> {
  return firstRow(await insertAuctions(tx, [listing]));
}

/** Inserts one or more auctions with the same number of statements. Keeps their order. */
export async function insertAuctions(tx: Tx, listings: Listing[]): Promise<Inserted[]> {
  const byCompany = Map.groupBy(listings, ({ company }) => company);
  const numbers = await allocateNumbers(tx, byCompany);
  const settings = await copySettings(tx, [...byCompany.keys()]);
  const rows = listings.map((listing) => {
    const { company, created_by, form, place, relisted_from = null } = listing;
    const { category_ids: _ids, end_dt: _end, staging_area: _id, ...written } = form;
    const { staging_area_name: _name, relist_dismantling: requested, ...facts } = written;
    const copied = settings.get(company)!;
    const isManual = requested !== undefined && requested !== copied.relist_dismantling;
    return {
      ...facts,
      condition: JSON.stringify(givenCondition(form.condition)),
      company_id: company,
      number: numbers.get(listing)!,
      staging_area_id: place.id,
      staging_area_name: place.name,
      ...copied,
      ...(isManual && { relist_dismantling: requested, is_relist_by_hand: true }),
      created_by,
      relisted_from,
    };
  });
  const inserted = await tx
    .insertInto('auctions')
    .values(rows)
    .returning(['id', 'number'])
    .execute();
  // Ids rise in the order of the rows.
  const made = inserted.toSorted((a, b) => a.id - b.id);
  await insertParts(
    tx,
    made.map(({ id }, n) => ({ auction_id: id, ...listings[n]! })),
  );
  return made;
}

/** Inserts the rows beside new auctions: standing, categories, pictures. */
async function insertParts(tx: Tx, made: (Listing & { auction_id: number })[]): Promise<void> {
  await tx
    .insertInto('auction_standings')
    .values(
      made.map(({ auction_id, company, form }) => ({
        auction_id,
        company_id: company,
        end_dt: form.end_dt,
      })),
    )
    .execute();
  await tx
    .insertInto('auction_categories')
    .values(
      made.flatMap(({ auction_id, form }) =>
        form.category_ids.map((category_id) => ({ auction_id, category_id })),
      ),
    )
    .execute();
  const pictures = made.flatMap(({ auction_id, pictures: added }) =>
    added.map(({ key, view }, position) => ({ auction_id, position, key, view })),
  );
  if (pictures.length > 0) await tx.insertInto('auction_images').values(pictures).execute();
}

/** Allocates each company's next numbers under the company's lock: none is skipped or used twice (FORM-10). */
async function allocateNumbers(
  tx: Tx,
  byCompany: Map<number, Listing[]>,
): Promise<Map<Listing, string>> {
  const companies = await tx
    .selectFrom('companies')
    .select(['id', 'next_auction_number'])
    .where('id', 'in', [...byCompany.keys()])
    // Ordered to avoid deadlocks. `for no key update` does not block foreign keys to the company.
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const numbers = new Map<Listing, string>();
  for (const { id, next_auction_number } of companies) {
    const listings = byCompany.get(id)!;
    const allocated = await allocateFrom(tx, id, next_auction_number, listings.length);
    for (const [n, listing] of listings.entries()) numbers.set(listing, allocated[n]!);
  }
  return numbers;
}

/** Returns the next `count` numbers and stores the one after them. */
async function allocateFrom(
  tx: Tx,
  company: number,
  from: string,
  count: number,
): Promise<string[]> {
  const allocated: string[] = [];
  let next = from;
  while (allocated.length < count) {
    const candidates: string[] = [];
    for (; candidates.length < count - allocated.length; next = nextNumber(next))
      candidates.push(next);
    // If a company has reset its next number, it may be taken: skip to a free one.
    const taken = await findTaken(tx, company, candidates);
    allocated.push(...candidates.filter((number) => !taken.has(number)));
  }
  await tx
    .updateTable('companies')
    .set({ next_auction_number: next })
    .where('id', '=', company)
    .execute();
  return allocated;
}

async function findTaken(tx: Tx, company: number, numbers: string[]): Promise<Set<string>> {
  const taken = await tx
    .selectFrom('auctions')
    .select('number')
    .where('company_id', '=', company)
    .where('number', 'in', numbers)
    .execute();
  return new Set(taken.map(({ number }) => number));
}
