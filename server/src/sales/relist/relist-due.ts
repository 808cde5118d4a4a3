import { endInDays, relistPrices } from '@restvarde/contract/sale/relist-rules';
import { sql } from 'kysely';
import type { FormErrors } from '../../auctions/form/check-form.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import type { NotRelistedJob } from '../emails/not-relisted.email.tsx';
import { recordActs, type SaleAct } from '../record-act.ts';
import { bidderIdsOf, readSales, type SaleFacts } from '../sale.ts';
import { catchUp } from '../settle-due.ts';
import { insertSuccessors, type Relisted } from './insert-successors.ts';
import { type Changes, type Predecessor, readListings } from './read-listings.ts';

/** Maximum number of auctions in one transaction. Acts on them, and new auctions of their companies, wait for it. */
const BATCH = 20;
/** A failed one is retried after this time. */
const AGAIN_S = 600;

type RelistContext = Pick<AppContext, 'pool' | 'jobs'>;

/**
 * Relists unsold objects for dismantling, if their company wants it (RELIST-6). The due time was written in the
 * transaction that ended or released the auction. Nodes may run it concurrently and repeatedly: each successor is
 * created under its auction's lock, and rows locked by another are skipped. Returns how many it settled.
 * @throws DomainError 400 if the station of an offer was removed at this moment; that one is settled later
 */
export async function relistDue(context: RelistContext): Promise<number> {
  let due: number[] = [];
  try {
    await context.pool.db.transaction().execute(async (tx) => {
      due = await lockDue(tx);
      await settle(context, tx, due);
    });
  } catch (error) {
    if (due.length === 0) throw error;
    await settleEach(context, due);
  }
  return due.length;
}

/** Settles each separately, after one has failed the batch. A failed one is delayed, and its error is thrown. */
async function settleEach(context: RelistContext, ids: number[]): Promise<void> {
  const { db } = context.pool;
  const faults: unknown[] = [];
  for (const id of ids) {
    try {
      await db.transaction().execute(async (tx) => settle(context, tx, await lockDue(tx, id)));
    } catch (error) {
      await postpone(db, id, AGAIN_S);
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
}

/** Locks what is due, or only `only` if it is due. Returns the ids. */
async function lockDue(tx: Tx, only: number | null = null): Promise<number[]> {
  const { rows } = await sql<{ auction_id: number }>`
    select auction_id from auction_standings
    where relist_due_at <= (select now_ms()) and ${only === null ? sql`true` : sql`auction_id = ${only}`}
    order by relist_due_at, auction_id
    limit ${BATCH}
    for no key update skip locked`.execute(tx);
  return rows.map(({ auction_id }) => auction_id);
}

async function postpone(db: Queryable, id: number, seconds: number): Promise<void> {
  await sql`
    update auction_standings set relist_due_at = now_ms() + make_interval(secs => ${seconds})
    where auction_id = ${id} and relist_due_at is not null`.execute(db);
}

const isOver = (sale: SaleFacts) => sale.winning_bid_id !== null || sale.successor_id !== null;

/** Creates the successors of locked sales where they apply, and marks the sales as settled. */
async function settle(context: RelistContext, tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  let sales = await readSales(tx, ids);
  let isChanged = false;
  for (const sale of sales) isChanged = (await catchUp(context, tx, sale)) || isChanged;
  if (isChanged) sales = await readSales(tx, ids);
  // An open offer may still be accepted: wait for its end.
  const next = sales.map((sale) => (isOver(sale) ? null : (sale.open_offer?.expires_at ?? null)));
  await sql`
    update auction_standings s set relist_due_at = next.due_at
    from unnest(${sales.map(({ id }) => id)}::integer[], ${next}::timestamptz[]) as next(id, due_at)
    where s.auction_id = next.id`.execute(tx);
  await relist(
    context,
    tx,
    sales.filter((sale) => !isOver(sale) && sale.open_offer === null),
  );
}

async function relist(context: RelistContext, tx: Tx, sales: SaleFacts[]): Promise<void> {
  if (sales.length === 0) return;
  const listings = await readListings(tx, sales, changesOf);
  const relisted: Relisted[] = [];
  const acts: [SaleFacts, SaleAct][] = [];
  for (const [n, sale] of sales.entries()) {
    const listing = listings[n]!;
    if ('faults' in listing) acts.push([sale, failure(sale, listing)]);
    else relisted.push({ sale, listing, pictures: listing.pictures });
  }
  const made = relisted.length === 0 ? [] : await insertSuccessors(tx, null, relisted);
  const bidders = await bidderIdsOf(
    tx,
    relisted.map(({ sale }) => sale.id),
  );
  for (const [n, { sale }] of relisted.entries()) {
    const after = { relisted_as: made[n]!.number };
    const stations = bidders.get(sale.id) ?? [];
    acts.push([sale, { action: 'relist', after, stations }]);
  }
  await recordActs(context, tx, null, acts);
}

function failure(sale: SaleFacts, { faults }: FormErrors): SaleAct {
  const reason = Object.values(faults).flat().join(' ');
  const email: NotRelistedJob = { kind: 'not-relisted', auction_id: sale.id, why: reason };
  return { action: 'fail to relist', after: { reason }, emails: [email] };
}

/** The successor's changed fields, by the terms stored on the auction. */
function changesOf({ now }: SaleFacts, { former, company, terms }: Predecessor): Changes {
  const { start_bid, reservation_price } = relistPrices(former, terms);
  return {
    damage_condition: 'DISASSEMBLY',
    start_bid: String(start_bid),
    reservation_price: String(reservation_price ?? ''),
    end_dt: endInDays(terms.relist_days, company.time, now),
  };
}
