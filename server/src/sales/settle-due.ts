import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import type { Log } from '../log.ts';
import type { OfferAnsweredJob } from './emails/offer-answered.email.tsx';
import { recordAct } from './record-act.ts';
import { releaseBids } from './release-bids.ts';
import { readSale, type SaleFacts } from './sale.ts';
import { settleOffer } from './settle-offer.ts';

/** Maximum number in one transaction, so that locks are short and nodes share the work. */
const BATCH = 50;

/**
 * Settles due sales: writes expired offers and bids that are no longer binding, and notifies (OFFER-4, OFFER-8).
 * By the clock they are so already. Nodes may run it concurrently: rows locked by another are skipped. A sale that
 * fails, for example because the station of its offer is being removed, is logged and waits for the next call.
 * Returns how many it settled.
 */
export function settleDue(context: Pick<AppContext, 'pool' | 'jobs'>, log: Log): Promise<number> {
  return context.pool.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ auction_id: number }>`
      select s.auction_id
      from auction_standings s join auctions a on a.id = s.auction_id
      where a.deleted_at is null and s.auction_id in (
        select auction_id from auction_standings
        where bids_released_at is null and winning_bid_id is null
          and decision_due_at <= (select now_ms())
        union
        select auction_id from offers where state = 'open' and expires_at <= (select now_ms())
      )
      order by s.auction_id
      limit ${BATCH}
      for no key update of s skip locked`.execute(tx);
    let settled = 0;
    for (const { auction_id } of rows) {
      const error = await settleOne(context, tx, auction_id);
      if (error === null) settled += 1;
      else
        log.warn(
          { err: error, auction_id },
          'a sale was not settled; tried again at the next poll',
        );
    }
    return settled;
  });
}

/** Rolls back this sale alone if it fails, and returns the error. */
async function settleOne(
  context: Pick<AppContext, 'jobs'>,
  tx: Tx,
  auction_id: number,
): Promise<unknown> {
  await sql`savepoint sale`.execute(tx);
  try {
    await catchUp(context, tx, await readSale(tx, auction_id));
    await sql`release savepoint sale`.execute(tx);
    return null;
  } catch (error) {
    await sql`rollback to savepoint sale`.execute(tx);
    return error;
  }
}

/**
 * Writes what has become due on a locked sale: an expired offer (OFFER-8), bids that are no longer binding
 * (OFFER-4). Returns whether there was anything.
 * @throws DomainError 400 if the station of the offer was removed at this moment
 */
export async function catchUp(
  context: Pick<AppContext, 'jobs'>,
  tx: Tx,
  sale: SaleFacts,
): Promise<boolean> {
  const { id, open_offer, now, decision_due_at } = sale;
  const isExpired = open_offer !== null && open_offer.expires_at <= now;
  if (isExpired) {
    await settleOffer(tx, open_offer, 'expired', open_offer.expires_at);
    const job: OfferAnsweredJob = {
      kind: 'offer-answered',
      auction_id: id,
      offer_id: open_offer.id,
    };
    await recordAct(context, tx, null, sale, {
      action: 'expire offer',
      before: { bid_id: open_offer.bid_id, amount: open_offer.amount },
      emails: [job],
      stations: [open_offer.service_station_id],
    });
  }
  const isDue = decision_due_at !== null && decision_due_at <= now;
  const isReleased = isDue && sale.bids_released_at === null && sale.winning_bid_id === null;
  if (isReleased) {
    await recordAct(context, tx, null, sale, {
      action: 'release bids',
      after: { bids_released_at: decision_due_at },
      ...(await releaseBids(tx, sale, decision_due_at)),
    });
  }
  return isExpired || isReleased;
}
