import type { Body } from '@restvarde/contract/endpoint';
import type { Viewer } from '@restvarde/contract/roles';
import { OFFER_SENTENCE } from '@restvarde/contract/sale/offer-rules';
import type { declineSale as declineCall } from '@restvarde/contract/sale-calls/sales';
import type { AppContext } from '../context.ts';
import { refuse } from '../http/domain-error.ts';
import { actOnSale } from './act-on-sale.ts';
import { releaseBids } from './release-bids.ts';
import type { Sale } from './sale.ts';
import { withdrawOpenOffer } from './settle-offer.ts';

/** Whether only the seller can settle the sale: there are binding bids and no winner. */
const isUndecided = (sale: Sale) =>
  sale.state === 'ended' &&
  sale.bid_count > 0 &&
  sale.winning_bid_id === null &&
  sale.bids_released_at === null;

/**
 * «Ej såld»: the seller accepts none of the bids, which are released now (OFFER-5).
 * @throws DomainError 404 if the viewer cannot see the auction; 400 if there is nothing to decide, or if an offer is open
 * and `withdraw_offer` is false
 */
export function declineSale(
  context: AppContext,
  viewer: Viewer,
  id: number,
  { reason, withdraw_offer = true }: Body<typeof declineCall>,
): Promise<void> {
  return actOnSale(context, viewer, id, async (tx, sale) => {
    if (!isUndecided(sale)) throw refuse.detail(OFFER_SENTENCE.nothingToDecide);
    if (!withdraw_offer && sale.open_offer !== null) throw refuse.detail(OFFER_SENTENCE.isOpen);
    const { stations: _bidder, ...withdrawn } = await withdrawOpenOffer(tx, sale);
    return {
      action: 'decline sale',
      before: withdrawn,
      after: { reason },
      ...(await releaseBids(tx, sale, sale.now)),
    };
  });
}
