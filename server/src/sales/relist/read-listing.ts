import { type AuctionForm, auctionForm } from '@restvarde/contract/auctions/auction-form';
import { stockholmInstant } from '@restvarde/contract/dates';
import { messagesByField } from '@restvarde/contract/errors';
import { endInDays } from '@restvarde/contract/sales/relist-rules';
import { sql } from 'kysely';
import { checkForm, type Place } from '../../auctions/form/check-form.ts';
import { textOf } from '../../auctions/form/fill-form.ts';
import { firstRow } from '../../db/first-row.ts';
import type { Queryable } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import type { SaleFacts } from '../sale.ts';

/** What is said otherwise than it was, in fields of the form as text; what is absent is copied (RELIST-1). */
export type Changes = Record<string, string | string[]>;

/** What an object is listed once more as. */
export interface Relisting {
  company: number;
  /** The predecessor's. */
  number: string;
  form: AuctionForm;
  place: Place;
  /** The predecessor's pictures, in their order. */
  pictures: { id: number; key: string }[];
}

/**
 * What is to be listed of a sale's object, when everything is right (RELIST-2).
 * @throws DomainError 400 at each field that is wrong.
 */
export async function readListing(
  db: Queryable,
  sale: SaleFacts,
  changes: Changes,
): Promise<Relisting> {
  const { pictures, number, company, ...stored } = await readStored(db, sale.id);
  const end_dt = stockholmInstant(endInDays(company.days, company.time, sale.now));
  const parsed = auctionForm.safeParse({
    ...textOf({ ...stored, start_dt: sale.now, end_dt }),
    category_ids: stored.category_ids.map(String),
    ...changes,
  });
  if (!parsed.success) throw refuse.fields(messagesByField(parsed.error));
  // To the millisecond, and in the hour that comes twice the right one of both.
  const form = { ...parsed.data, ...(changes.start_dt === undefined && { start_dt: sale.now }) };
  const place = await checkForm(db, sale.company_id, form, stored);
  return { company: sale.company_id, number, form, place, pictures };
}

type Copied = Omit<AuctionForm, 'start_dt' | 'end_dt'>;

/** The company's defaults for the end (FORM-2). */
interface EndDefault {
  days: number;
  /** `HH:MM` */
  time: string;
}

type Stored = Copied & Pick<Relisting, 'number' | 'pictures'> & { company: EndDefault };

async function readStored(db: Queryable, id: number): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select a.number,
      array(select category_id from auction_categories where auction_id = a.id order by category_id) as category_ids,
      a.manufacturer, a.model, a.model_year, a.mileage, a.registration_number, a.chassis_number, a.description,
      a.damage_condition, a.staging_area_id as staging_area, a.staging_area_name, a.is_global, a.hidden_bids,
      a.hidden_reservation_price, a.start_bid, a.reservation_price,
      (
        select coalesce(json_agg(json_build_object('id', i.id, 'key', i.key) order by i.position, i.id), '[]')
        from auction_images i where i.auction_id = a.id
      ) as pictures,
      json_build_object('days', c.default_end_dt_increment_days, 'time', to_char(c.default_end_dt_increment_time, 'HH24:MI')) as company
    from auctions a join companies c on c.id = a.company_id
    where a.id = ${id}`.execute(db);
  return firstRow(rows);
}
