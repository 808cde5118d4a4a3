import { type AuctionForm, auctionForm } from '@restvarde/contract/auctions/auction-form';
import { addDays, stockholmDate, stockholmInstant, TIME_ZONE } from '@restvarde/contract/dates';
import { messagesByField } from '@restvarde/contract/errors';
import type { Viewer } from '@restvarde/contract/roles';
import { RELIST_SENTENCE } from '@restvarde/contract/sales/relist';
import { sql } from 'kysely';
import { writeAudit } from '../auctions/audit.ts';
import { insertFile } from '../auctions/files/auction-files.ts';
import { refuseMore } from '../auctions/files/auction-images.ts';
import { checkForm, type Place } from '../auctions/form/check-form.ts';
import { insertAuction } from '../auctions/form/insert-auction.ts';
import { countPictures, listOnce, type SentFiles } from '../auctions/form/list-once.ts';
import type { AppContext } from '../context.ts';
import { firstRow } from '../db/first-row.ts';
import type { Queryable, Tx } from '../db/pool.ts';
import { DomainError, refuse } from '../http/domain-error.ts';
import { takeUploads } from '../uploads/pending-uploads.ts';
import { actOnSale } from './act-on-sale.ts';
import { releaseBids } from './release-bids.ts';
import { readSaleFor, type Sale } from './sale.ts';
import { withdrawOpenOffer } from './settle-offer.ts';

/** What was sent of the form, as text; what is absent is copied (RELIST-1). */
type Sent = Record<string, string | string[]>;

/**
 * Lists the object of an ended auction once more, with what was written of it before where nothing else is sent, and
 * the same stored pictures and documents; returns the successor's id. Bids that bind are released in the same
 * transaction (RELIST-3). With a `key` the same call lists it once (FORM-12).
 * @throws DomainError 404 when the auction does not exist for the viewer; 400 when it has not ended, has a winner or a
 *   successor, and at each field that is wrong; 415 when a file is no picture; 422 for a key that came with another call.
 */
export function relistAuction(
  context: AppContext,
  viewer: Viewer,
  id: number,
  sent: Sent,
  files: SentFiles,
  key: string | null,
): Promise<number> {
  const { db } = context.pool;
  const more = countPictures(files);
  const covers = files.uploads.filter(({ field }) => field === 'image').length;
  return listOnce(
    context,
    viewer,
    { key, asked: ['relist', id, sent], files },
    {
      check: async () => readListing(db, await readSaleFor(db, viewer, id, false), sent, more),
      async list(_checked, stored, keep) {
        let made = 0;
        await actOnSale(context, viewer, id, async (tx, sale) => {
          const { copied, number, ...listing } = await readListing(tx, sale, sent, more);
          const taken = await takeUploads(tx, viewer, 'image', files.image_uploads);
          const pictures = [
            ...stored.slice(0, covers),
            ...copied,
            ...stored.slice(covers),
            ...taken.map((one) => one.key),
          ];
          made = await insertAuction(tx, viewer, { ...listing, pictures, relisted_from: id });
          await copyFiles(tx, id, made);
          const successor = { id: made, company_id: sale.company_id };
          for (const document of await takeUploads(tx, viewer, 'document', files.file_uploads)) {
            await insertFile(tx, viewer, successor, document);
          }
          await writeAudit(tx, viewer, successor, 'relist', {
            after: { ...listing.form, relisted_from: number },
          });
          await keep(tx, made);
          const { stations, ...withdrawn } = await withdrawOpenOffer(tx, sale);
          const bind = sale.bid_count > 0 && sale.bids_released_at === null;
          return {
            action: 'relist',
            before: withdrawn,
            after: { relisted_as: await numberOf(tx, made) },
            ...(bind ? await releaseBids(tx, sale, sale.now) : { stations, is_open: false }),
          };
        });
        return made;
      },
    },
  );
}

interface Relisting {
  company: number;
  /** The predecessor's. */
  number: string;
  form: AuctionForm;
  place: Place;
  /** Keys of the predecessor's pictures, in their order. */
  copied: string[];
}

/** What is to be listed of a sale's object, when it may be listed again and everything is right. */
async function readListing(
  db: Queryable,
  sale: Sale,
  sent: Sent,
  more: number,
): Promise<Relisting> {
  refuseRelisting(sale);
  const { copied, number, company, ...stored } = await readStored(db, sale.id);
  const parsed = auctionForm.safeParse({ ...asText(stored, company, sale.now), ...sent });
  if (!parsed.success) throw refuse.fields(messagesByField(parsed.error));
  // To the millisecond, and in the hour that comes twice the right one of both.
  const form = { ...parsed.data, ...(sent.start_dt === undefined && { start_dt: sale.now }) };
  refuseMore(copied.length, more);
  const place = await checkForm(db, sale.company_id, form, stored);
  return { company: sale.company_id, number, form, place, copied };
}

function refuseRelisting(sale: Sale): void {
  if (sale.state === 'upcoming') throw refuse.detail(RELIST_SENTENCE.upcoming);
  if (sale.state === 'active') throw refuse.detail(RELIST_SENTENCE.running);
  if (sale.winning_bid_id !== null) throw refuse.detail(RELIST_SENTENCE.hasWinner);
  if (sale.successor_id !== null) {
    throw new DomainError(400, {
      detail: RELIST_SENTENCE.hasSuccessor,
      auction_id: sale.successor_id,
    });
  }
}

type Copied = Omit<AuctionForm, 'start_dt' | 'end_dt'>;

/** The company's defaults for the end (FORM-2). */
interface EndDefault {
  days: number;
  /** `HH:MM` */
  time: string;
}

type Stored = Copied & { number: string; copied: string[]; company: EndDefault };

async function readStored(db: Queryable, id: number): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select a.number,
      array(select category_id from auction_categories where auction_id = a.id order by category_id) as category_ids,
      a.manufacturer, a.model, a.model_year, a.mileage, a.registration_number, a.chassis_number, a.description,
      a.damage_condition, a.staging_area_id as staging_area, a.staging_area_name, a.is_global, a.hidden_bids,
      a.hidden_reservation_price, a.start_bid, a.reservation_price,
      array(select key from auction_images where auction_id = a.id order by position, id) as copied,
      json_build_object('days', c.default_end_dt_increment_days, 'time', to_char(c.default_end_dt_increment_time, 'HH24:MI')) as company
    from auctions a join companies c on c.id = a.company_id
    where a.id = ${id}`.execute(db);
  return firstRow(rows);
}

/** The copied fields as the form would send them, to start now and end as FORM-2 has it. */
function asText(stored: Copied, company: EndDefault, now: Date): Sent {
  const { category_ids, ...single } = stored;
  const fields = Object.entries(single).map(([name, value]) => [name, String(value ?? '')]);
  const clock = now.toLocaleTimeString('sv-SE', {
    timeZone: TIME_ZONE,
    hour: '2-digit',
    minute: '2-digit',
  });
  return {
    ...Object.fromEntries(fields),
    category_ids: category_ids.map(String),
    start_dt: `${stockholmDate(now)}T${clock}`,
    end_dt: defaultEnd(company, now),
  };
}

/** The company's days from today at its time; a day later when that has passed. */
function defaultEnd({ days, time }: EndDefault, now: Date): string {
  const date = addDays(stockholmDate(now), days);
  const hasPassed = stockholmInstant(`${date}T${time}`) <= now;
  return `${hasPassed ? addDays(date, 1) : date}T${time}`;
}

async function copyFiles(tx: Tx, from: number, to: number): Promise<void> {
  await sql`
    insert into auction_files (auction_id, name, key, size)
    select ${to}, name, key, size from auction_files
    where auction_id = ${from}
    order by id`.execute(tx);
}

async function numberOf(tx: Tx, id: number): Promise<string> {
  const { number } = await tx
    .selectFrom('auctions')
    .select('number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return number;
}
