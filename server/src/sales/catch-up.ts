import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import type { OfferAnsweredJob } from './emails/offer-answered-job.ts';
import { recordAct } from './record-act.ts';
import { releaseBids } from './release-bids.ts';
import type { SaleFacts } from './sale.ts';
import { settleOffer } from './settle-offer.ts';

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
      is_open: false,
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
