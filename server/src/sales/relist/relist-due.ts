import { endInDays, type RelistTerms, relistPrices } from '@restvarde/contract/sales/relist-rules';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { firstRow } from '../../db/first-row.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { DomainError } from '../../http/domain-error.ts';
import { catchUp } from '../catch-up.ts';
import type { NotRelistedJob } from '../emails/not-relisted-job.ts';
import { recordAct, type SaleAct } from '../record-act.ts';
import { bidderIds, readSale, type SaleFacts } from '../sale.ts';
import { insertSuccessor } from './insert-successor.ts';
import { type Changes, readListing } from './read-listing.ts';

/** So many are made side by side: an object's successor is some ten statements. */
const AT_ONCE = 3;
/** One that fails makes way for the others for so long. */
const AGAIN_S = 600;

type RelistContext = Pick<AppContext, 'pool' | 'jobs'>;

/**
 * Lists what was not sold once more for dismantling, where its company wants that (RELIST-6). When it is due was written
 * in the transaction that ended or released it. Every node may do it at once, and twice: each is made under its
 * auction's lock, and what another has locked is skipped. Returns how many it settled.
 * @throws DomainError 400 when the station of an offer was removed at this moment; that one is settled later.
 */
export async function relistDue(context: RelistContext): Promise<number> {
  const tries = Array.from({ length: AT_ONCE }, () => relistNext(context));
  // What one of them throws is told when the others are done.
  await Promise.allSettled(tries);
  return (await Promise.all(tries)).filter(Boolean).length;
}

async function relistNext(context: RelistContext): Promise<boolean> {
  let due: number | undefined;
  try {
    return await context.pool.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ auction_id: number }>`
        select auction_id from auction_standings
        where relist_due_at <= (select now_ms())
        order by relist_due_at, auction_id
        limit 1
        for no key update skip locked`.execute(tx);
      due = rows[0]?.auction_id;
      if (due === undefined) return false;
      let sale = await readSale(tx, due);
      if (await catchUp(context, tx, sale)) sale = await readSale(tx, due);
      await settle(context, tx, sale);
      return true;
    });
  } catch (error) {
    if (due !== undefined) await postpone(context.pool.db, due, AGAIN_S);
    throw error;
  }
}

async function postpone(db: Queryable, id: number, seconds: number): Promise<void> {
  await sql`
    update auction_standings set relist_due_at = now_ms() + make_interval(secs => ${seconds})
    where auction_id = ${id} and relist_due_at is not null`.execute(db);
}

async function settle(context: RelistContext, tx: Tx, sale: SaleFacts): Promise<void> {
  const { open_offer } = sale;
  // Somebody may buy it yet: it waits for the answer.
  const relist_due_at = open_offer === null ? null : open_offer.expires_at;
  const isOver = sale.winning_bid_id !== null || sale.successor_id !== null;
  if (isOver || open_offer !== null) {
    await tx
      .updateTable('auction_standings')
      .set({ relist_due_at: isOver ? null : relist_due_at })
      .where('auction_id', '=', sale.id)
      .execute();
    return;
  }
  const act = await relist(tx, sale);
  await recordAct(context, tx, null, sale, { ...act, standing: { relist_due_at: null } });
}

async function relist(tx: Tx, sale: SaleFacts): Promise<SaleAct> {
  const changes = await readChanges(tx, sale);
  const listing = await readListing(tx, sale, changes).catch((error: unknown) => {
    if (error instanceof DomainError) return Object.values(error.body).flat().join(' ');
    throw error;
  });
  if (typeof listing === 'string') {
    const email: NotRelistedJob = { kind: 'not-relisted', auction_id: sale.id, why: listing };
    return {
      action: 'fail to relist',
      after: { reason: listing },
      emails: [email],
      is_open: false,
    };
  }
  const { number } = await insertSuccessor(tx, null, sale, listing, {
    pictures: listing.pictures.map(({ key }) => key),
  });
  return {
    action: 'relist',
    after: { relisted_as: number },
    stations: await bidderIds(tx, sale.id),
    is_open: false,
  };
}

interface Terms extends RelistTerms {
  start_bid: number;
  reservation_price: number | null;
  relist_days: number;
  /** `HH:MM` */
  time: string;
}

/** What is otherwise than it was, by the terms that the auction has copied. */
async function readChanges(db: Queryable, { id, now }: SaleFacts): Promise<Changes> {
  const { rows } = await sql<Terms>`
    select a.start_bid, a.reservation_price, a.relist_days, a.relist_start_bid_percent, a.relist_reservation_percent,
      to_char(c.default_end_dt_increment_time, 'HH24:MI') as time
    from auctions a join companies c on c.id = a.company_id
    where a.id = ${id}`.execute(db);
  const terms = firstRow(rows);
  const { start_bid, reservation_price } = relistPrices(terms, terms);
  return {
    damage_condition: 'DISASSEMBLY',
    start_bid: String(start_bid),
    reservation_price: String(reservation_price ?? ''),
    end_dt: endInDays(terms.relist_days, terms.time, now),
  };
}
