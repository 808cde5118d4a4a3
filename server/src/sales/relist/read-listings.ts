import { type AuctionForm, auctionForm } from '@restvarde/contract/auctions/auction-form';
import { fullCondition } from '@restvarde/contract/auctions/condition';
import { stockholmInstant } from '@restvarde/contract/dates';
import { messagesByField } from '@restvarde/contract/errors';
import { endInDays, type RelistTerms } from '@restvarde/contract/sale/relist-rules';
import { sql } from 'kysely';
import type { StoredPicture } from '../../auctions/files/auction-images.ts';
import { checkForms, type FormErrors, type StagingPlace } from '../../auctions/form/check-form.ts';
import { textOf } from '../../auctions/form/fill-form.ts';
import { type CopiedForm, copiedColumns } from '../../auctions/form/stored-fields.ts';
import { firstRow, type Queryable } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import type { SaleFacts } from '../sale.ts';

/** Changed fields of the form, as text. Missing fields are copied (RELIST-1). */
export type Changes = Record<string, string | string[]>;

/** What is needed to insert a successor. */
export interface Relisting {
  company: number;
  /** The predecessor's number. */
  number: string;
  form: AuctionForm;
  place: StagingPlace;
  /** The predecessor's pictures in order. */
  pictures: (StoredPicture & { id: number })[];
}

/** The auction that is relisted, with everything that determines its successor. */
export interface Predecessor extends Pick<Relisting, 'number' | 'pictures'> {
  former: CopiedForm;
  /** The company's defaults for the end (FORM-2). `time` is `HH:MM`. */
  company: { days: number; time: string };
  /** The auction's terms for relisting if it is not sold (RELIST-6). */
  terms: RelistTerms & { relist_days: number };
}

/**
 * Returns the listing of a sale's successor, if it is valid (RELIST-2).
 * @throws DomainError 400 for each invalid field
 */
export async function readListing(
  db: Queryable,
  sale: SaleFacts,
  changes: Changes,
): Promise<Relisting> {
  const listing = firstRow(await readListings(db, [sale], () => changes));
  if ('faults' in listing) throw refuse.fields(listing.faults);
  return listing;
}

/** As `readListing`, for many sales with the same number of statements. Returns errors instead of throwing them. */
export async function readListings(
  db: Queryable,
  sales: SaleFacts[],
  changesOf: (sale: SaleFacts, predecessor: Predecessor) => Changes,
): Promise<(Relisting | FormErrors)[]> {
  const predecessors = await readPredecessors(db, sales);
  const drafts = sales.map((sale) => {
    const predecessor = predecessors.get(sale.id)!;
    const form = fillForm(sale, predecessor, changesOf(sale, predecessor));
    return { company: sale.company_id, predecessor, form };
  });
  const filled = drafts.flatMap(({ company, predecessor, form }) =>
    'faults' in form ? [] : [{ company, form, kept: predecessor.former }],
  );
  const places = (await checkForms(db, filled)).values();
  return drafts.map(({ company, predecessor: { number, pictures }, form }) => {
    if ('faults' in form) return form;
    const place = places.next().value!;
    return 'faults' in place ? place : { company, number, form, place, pictures };
  });
}

function fillForm(
  { now }: SaleFacts,
  { former, company }: Predecessor,
  changes: Changes,
): AuctionForm | FormErrors {
  const end_dt = stockholmInstant(endInDays(company.days, company.time, now));
  const { category_ids, ...fields } = former;
  const parsed = auctionForm.safeParse({
    ...textOf({ ...fields, category_ids, start_dt: now, end_dt }),
    category_ids: category_ids.map(String),
    ...changes,
  });
  if (!parsed.success) return { faults: messagesByField(parsed.error) };
  // Keep the exact time: the form's has no milliseconds and is ambiguous when the clock goes back.
  return { ...parsed.data, ...(changes.start_dt === undefined && { start_dt: now }) };
}

interface Row extends CopiedForm, Omit<Predecessor, 'former'> {
  id: number;
}

async function readPredecessors(
  db: Queryable,
  sales: SaleFacts[],
): Promise<Map<number, Predecessor>> {
  const { rows } = await sql<Row>`
    select a.id, a.number,
      ${copiedColumns},
      (
        select coalesce(json_agg(json_build_object('id', i.id, 'key', i.key, 'view', i.view) order by i.position, i.id), '[]')
        from auction_images i where i.auction_id = a.id
      ) as pictures,
      json_build_object('days', c.default_end_dt_increment_days,
        'time', to_char(c.default_end_dt_increment_time, 'HH24:MI')) as company,
      json_build_object('relist_days', a.relist_days, 'relist_start_bid_percent', a.relist_start_bid_percent,
        'relist_reservation_percent', a.relist_reservation_percent) as terms
    from auctions a join companies c on c.id = a.company_id
    where a.id = any(${sales.map(({ id }) => id)}::integer[])`.execute(db);
  return new Map(
    rows.map(({ id, number, pictures, company, terms, ...former }) => [
      id,
      {
        number,
        pictures,
        company,
        terms,
        former: { ...former, condition: fullCondition(former.condition) },
      },
    ]),
  );
}
