import { offerExpiry } from '@restvarde/contract/sale/offer-rules';
import { workingDeadline } from '@restvarde/contract/working-days';
import type { Tx } from '@restvarde/server/db/pool';
import type { DemoCompany } from './people.ts';

/** Working days in which the first company decides. */
const DECISION_DAYS = 2;

interface Undecided {
  auction_id: number;
  end_dt: Date;
  highest_bid: number | null;
  leading_bid_id: number | null;
  reservation_price: number | null;
}

/** Gives a company a decision period: unsold auctions are due, or released after it; one has an open offer. */
export async function makeDemoSales(tx: Tx, company: DemoCompany, now: number): Promise<void> {
  for (const [table, key] of [
    ['companies', 'id'],
    ['auctions', 'company_id'],
  ] as const) {
    await tx
      .updateTable(table)
      .set({ decision_days: DECISION_DAYS })
      .where(key as 'id', '=', company.id)
      .execute();
  }
  const undecided: Undecided[] = await tx
    .selectFrom('auction_standings as s')
    .innerJoin('auctions as a', 'a.id', 's.auction_id')
    .select([
      's.auction_id',
      's.end_dt',
      's.highest_bid',
      's.leading_bid_id',
      'a.reservation_price',
    ])
    .where('s.company_id', '=', company.id)
    .where('s.closed_at', 'is not', null)
    .where('s.bid_count', '>', 0)
    .where('s.winning_bid_id', 'is', null)
    .orderBy('s.end_dt', 'desc')
    .execute();
  let isOffered = false;
  for (const sale of undecided) {
    const due = workingDeadline(sale.end_dt, DECISION_DAYS);
    const isOver = due.getTime() <= now;
    await tx
      .updateTable('auction_standings')
      .set({ decision_due_at: due, bids_released_at: isOver ? due : null })
      .where('auction_id', '=', sale.auction_id)
      .execute();
    if (isOver && !isOffered) isOffered = await makeOffer(tx, company, sale, now);
  }
}

/** Makes an offer to the highest bidder above the bid. Returns whether there was a bid. */
async function makeOffer(
  tx: Tx,
  company: DemoCompany,
  sale: Undecided,
  now: number,
): Promise<boolean> {
  const { highest_bid, leading_bid_id, reservation_price } = sale;
  if (highest_bid === null || leading_bid_id === null) return false;
  const more = Math.round(highest_bid / 950) * 1_000;
  const amount = Math.max(highest_bid, Math.min(more, reservation_price ?? more));
  const made = new Date(now);
  await tx
    .insertInto('offers')
    .values({
      auction_id: sale.auction_id,
      bid_id: leading_bid_id,
      amount,
      expires_at: offerExpiry(made, 2, null),
      created_by: company.case_manager_id,
      created_at: made,
    })
    .execute();
  return true;
}
