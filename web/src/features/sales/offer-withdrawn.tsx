import type { Auction } from '@restvarde/contract/auctions/auction';
import { Notice } from '../../ui/feedback/notice.tsx';
import { withdrawsOffer } from './offer-words.ts';

/** Warns in a confirmation that the act withdraws the open offer (OFFER-7). */
export function OfferWithdrawn({ offers }: Partial<Pick<Auction, 'offers'>>) {
  const sentence = withdrawsOffer(offers);
  return sentence && <Notice tone="warn">{sentence}</Notice>;
}
