/** A sale as far as an offer depends on it. Amounts are whole kronor. */
export interface Offerable {
  reservation_price: number | null;
  /** The bids do not bind any more (OFFER-4, OFFER-5). */
  is_released: boolean;
}

/** Can a bid be taken as it is, so that there is nothing to offer (OFFER-7)? */
export function canBeChosen(sale: Offerable, bid: number): boolean {
  return !sale.is_released && bid >= (sale.reservation_price ?? 0);
}
