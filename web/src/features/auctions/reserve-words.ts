import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { formatKronor } from '@restvarde/contract/money';

type Reserved = Pick<
  AuctionCard,
  'reservation_price' | 'hidden_reservation_price' | 'reserve_met' | 'highest_bid' | 'can_edit'
>;

/** The reserve as its viewer may know it: its amount, «Dolt reservationspris», or that there is none (AUC-14). */
export function reservePrice(auction: Reserved): string {
  const { reservation_price, hidden_reservation_price } = auction;
  if (reservation_price !== null) {
    const hidden = hidden_reservation_price ? ' (dolt för verkstäder)' : '';
    return formatKronor(reservation_price) + hidden;
  }
  return hidden_reservation_price && !auction.can_edit
    ? 'Dolt reservationspris'
    : 'Inget reservationspris';
}

/** Whether the reserve is met, in words. Null if the viewer may not know, or without a bid (AUC-14). */
export function reserveState(auction: Reserved): string | null {
  if (auction.reserve_met === null || auction.highest_bid === null) return null;
  return auction.reserve_met ? 'Reservationspris uppnått' : 'Reservationspris ej uppnått';
}

/** The distance of a bid from the reserve, for staff: «20 500 kr under reservationspriset». */
export function reserveGap(bid: number, reservation_price: number | null): string {
  if (reservation_price === null) return 'Inget reservationspris';
  const gap = bid - reservation_price;
  if (gap === 0) return 'På reservationspriset';
  return `${formatKronor(Math.abs(gap))} ${gap < 0 ? 'under' : 'över'} reservationspriset`;
}
