import type { Collection } from './collection.ts';
import type { SaleStatus } from './sale.ts';

/** The fields of a sale that the rules of offers use. Amounts are whole kronor. */
export interface Offerable {
  reservation_price: number | null;
  /** The bids are released (OFFER-4, OFFER-5), or count as released after an undone purchase (PICK-8). */
  is_released: boolean;
}

/** `is_released` of an auction as staff see it. */
export function isReleased(auction: {
  sale_status: SaleStatus | null;
  collection: Collection | null;
}): boolean {
  return auction.sale_status === 'unsold' || auction.collection?.state === 'undone';
}

/** True if a bid can be accepted as it is, so that no offer may be made (OFFER-7). */
export function canBeChosen(sale: Offerable, bid: number): boolean {
  return !sale.is_released && bid >= (sale.reservation_price ?? 0);
}
