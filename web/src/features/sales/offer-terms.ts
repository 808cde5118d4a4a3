import type { Auction } from '@restvarde/contract/auctions/auction';
import { OFFER_DAYS } from '@restvarde/contract/sale/offer-rules';
import { isReleased } from '@restvarde/contract/sale/offerable';

/** The times to answer an offer that can be chosen, in working days (OFFER-7). */
export const OFFER_TIMES = Array.from({ length: OFFER_DAYS.most }, (_, days) => ({
  id: days + 1,
  label: days === 0 ? '1 vardag' : `${days + 1} vardagar`,
}));

/** What limits an offer: the sale, and until when the bids bind, which is null without a limit (OFFER-7). */
export function offerTerms(auction: Auction) {
  const is_released = isReleased(auction);
  const { reservation_price, decision_due_at } = auction;
  return {
    sale: { reservation_price, is_released },
    bindsUntil: is_released || decision_due_at === null ? null : new Date(decision_due_at),
  };
}
