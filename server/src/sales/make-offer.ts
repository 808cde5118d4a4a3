import { DISMANTLING_SENTENCE } from '@restvarde/contract/dismantling';
import type { Viewer } from '@restvarde/contract/roles';
import {
  isTooShort,
  OFFER_DAYS,
  OFFER_SENTENCE,
  offerExpiry,
  offerFault,
} from '@restvarde/contract/sale/offer-rules';
import { canBeChosen } from '@restvarde/contract/sale/offerable';
import { RELIST_SENTENCE } from '@restvarde/contract/sale/relist-rules';
import { hasReason } from '@restvarde/contract/sale/winner-reasons';
import type { AppContext } from '../context.ts';
import { refuse } from '../http/domain-error.ts';
import { actOnSale } from './act-on-sale.ts';
import type { OfferJob } from './emails/offer.email.tsx';
import { findBid, mayBuy, type Sale, type StandingBid } from './sale.ts';
import type { Choice } from './select-winner.ts';
import { settleOffer } from './settle-offer.ts';

/** The offered price in whole kronor, and the deadline in working days. */
export interface OfferTerms extends Choice {
  amount: number;
  days?: number | undefined;
}

/**
 * Offers the object to the station of a bid and notifies it by email. Returns the offer's id (OFFER-7).
 * @throws DomainError 404 if there is no such auction or bid; 400 if no offer is possible, and at `amount` and
 * `reason`
 */
export async function makeOffer(
  context: AppContext,
  viewer: Viewer,
  terms: OfferTerms,
): Promise<number> {
  let made = 0;
  await actOnSale(context, viewer, terms.auction, async (tx, sale) => {
    const bid = await findBid(tx, terms.auction, terms.bid);
    refuseOffer(sale, bid, terms);
    if (!hasReason(terms) && !(await mayBuy(tx, sale.id, bid.service_station_id)))
      throw refuse.field('reason', DISMANTLING_SENTENCE.reason);
    const { amount, reason, reason_code } = terms;
    const bindsUntil = isReleased(sale) ? null : sale.decision_due_at;
    if (isTooShort(sale.now, bindsUntil)) throw refuse.detail(OFFER_SENTENCE.tooShort);
    const expires_at = offerExpiry(sale.now, terms.days ?? OFFER_DAYS.least, bindsUntil);
    const { id } = await tx
      .insertInto('offers')
      .values({
        auction_id: sale.id,
        bid_id: bid.id,
        amount,
        expires_at,
        reason: reason || null,
        reason_code: reason_code ?? null,
        created_by: viewer.user_id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    made = id;
    return {
      action: 'make offer',
      after: { bid_id: bid.id, amount, expires_at, reason, reason_code },
      emails: [{ kind: 'offer', auction_id: sale.id, offer_id: id } satisfies OfferJob],
      pushes: [
        {
          kind: 'offer',
          auction_id: sale.id,
          service_station_id: bid.service_station_id,
          subject_id: id,
        },
      ],
      stations: [bid.service_station_id],
    };
  });
  return made;
}

/** No bid is binding: they were released, or the purchase was undone (PICK-8). */
const isReleased = (sale: Sale) => sale.bids_released_at !== null || sale.was_undone;

function refuseOffer(sale: Sale, bid: StandingBid, terms: OfferTerms): void {
  if (sale.state !== 'ended') throw refuse.detail(OFFER_SENTENCE.notEnded);
  if (sale.winning_bid_id !== null) throw refuse.detail(OFFER_SENTENCE.hasWinner);
  if (sale.successor_id !== null) throw refuse.detail(RELIST_SENTENCE.isRelisted);
  if (sale.open_offer !== null) throw refuse.detail(OFFER_SENTENCE.isOpen);
  if (bid.is_station_gone) throw refuse.detail(OFFER_SENTENCE.stationGone);
  const offerable = { ...sale, is_released: isReleased(sale) };
  if (canBeChosen(offerable, bid.amount)) throw refuse.detail(OFFER_SENTENCE.canBeChosen);
  const fault = offerFault(offerable, bid.amount, terms.amount);
  if (fault !== null) throw refuse.field('amount', fault);
  if (sale.leading_bid_id !== bid.id && !hasReason(terms)) {
    throw refuse.field('reason', OFFER_SENTENCE.reason);
  }
}

/**
 * Withdraws an open offer. Its station sees that on its page (OFFER-7).
 * @throws DomainError 404 if there is no such offer; 400 if it is closed
 */
export function withdrawOffer(
  context: AppContext,
  viewer: Viewer,
  auction: number,
  offer: number,
): Promise<void> {
  return actOnSale(context, viewer, auction, async (tx, sale) => {
    const { open_offer } = sale;
    if (open_offer?.id !== offer) {
      const found = await tx
        .selectFrom('offers')
        .select('id')
        .where('id', '=', offer)
        .where('auction_id', '=', auction)
        .executeTakeFirst();
      throw found ? refuse.detail(OFFER_SENTENCE.notOpen) : refuse.notFound();
    }
    await settleOffer(tx, open_offer, 'withdrawn', sale.now);
    return {
      action: 'withdraw offer',
      before: { bid_id: open_offer.bid_id, amount: open_offer.amount },
      stations: [open_offer.service_station_id],
    };
  });
}
