import type { AuctionForm } from '@restvarde/contract/auctions/auction-form';
import { nextNumber } from '@restvarde/contract/auctions/auction-rules';
import { copySettings } from '../../companies/copied-settings.ts';
import { firstRow } from '../../db/first-row.ts';
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

interface Inserted {
  id: number;
  number: string;
}

/** Inserts an auction with the company's next number and its settings of now; returns its id and that number. */
export async function insertAuction(tx: Tx, listing: Listing): Promise<Inserted> {
  return firstRow(await insertAuctions(tx, [listing]));
}

/** The same for many, at least one, in as many statements; returns them in their order. */
export async function insertAuctions(tx: Tx, listings: Listing[]): Promise<Inserted[]> {
  const byCompany = Map.groupBy(listings, ({ company }) => company);
  const numbers = await allocateNumbers(tx, byCompany);
  const settings = await copySettings(tx, [...byCompany.keys()]);
  const rows = listings.map((listing) => {
    const { company, created_by, form, place, relisted_from = null } = listing;
    const { category_ids: _ids, end_dt: _end, staging_area: _id, ...written } = form;
    const { staging_area_name: _name, relist_dismantling: wanted, ...facts } = written;
    const copied = settings.get(company)!;
    const isByHand = wanted !== undefined && wanted !== copied.relist_dismantling;
    return {
      ...facts,
      company_id: company,
      number: numbers.get(listing)!,
      staging_area_id: place.id,
      staging_area_name: place.name,
      ...copied,
      ...(isByHand && { relist_dismantling: wanted, is_relist_by_hand: true }),
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

/** What stands beside a new auction: its standing, its categories, its pictures. */
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
    added.map((key, position) => ({ auction_id, position, key })),
  );
  if (pictures.length > 0) await tx.insertInto('auction_images').values(pictures).execute();
}

/** Their companies' next numbers, counted up under the companies' locks: none lost, none given twice (FORM-10). */
async function allocateNumbers(
  tx: Tx,
  byCompany: Map<number, Listing[]>,
): Promise<Map<Listing, string>> {
  const companies = await tx
    .selectFrom('companies')
    .select(['id', 'next_auction_number'])
    .where('id', 'in', [...byCompany.keys()])
    // In one order, lest two wait for each other; and whoever only refers to a company waits for neither.
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const numbers = new Map<Listing, string>();
  for (const { id, next_auction_number } of companies) {
    const listings = byCompany.get(id)!;
    const drawn = await drawNumbers(tx, id, next_auction_number, listings.length);
    for (const [n, listing] of listings.entries()) numbers.set(listing, drawn[n]!);
  }
  return numbers;
}

/** So many numbers from the next on, which then is the one after them. */
async function drawNumbers(
  tx: Tx,
  company: number,
  from: string,
  count: number,
): Promise<string[]> {
  const drawn: string[] = [];
  let next = from;
  while (drawn.length < count) {
    const candidates: string[] = [];
    for (; candidates.length < count - drawn.length; next = nextNumber(next)) candidates.push(next);
    // A number that settings were turned back to may be taken: the next free one is.
    const taken = await findTaken(tx, company, candidates);
    drawn.push(...candidates.filter((number) => !taken.has(number)));
  }
  await tx
    .updateTable('companies')
    .set({ next_auction_number: next })
    .where('id', '=', company)
    .execute();
  return drawn;
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
