import type { Auction } from '../auctions/auction.ts';

/** A sale as far as an offer depends on it. Amounts are whole kronor. */
export interface Offerable {
  reservation_price: number | null;
  /** The bids do not bind any more (OFFER-4, OFFER-5), or count as such since a purchase was undone (PICK-8). */
  is_released: boolean;
}

/** The same of an auction as staff see it. */
export function isReleased(auction: Pick<Auction, 'sale_status' | 'collection'>): boolean {
  return auction.sale_status === 'unsold' || auction.collection?.state === 'undone';
}

/** Can a bid be taken as it is, so that there is nothing to offer (OFFER-7)? */
export function canBeChosen(sale: Offerable, bid: number): boolean {
  return !sale.is_released && bid >= (sale.reservation_price ?? 0);
}
