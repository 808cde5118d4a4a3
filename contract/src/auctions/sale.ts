import * as z from 'zod/mini';
import { id, instant, kronor } from '../fields.ts';

/** What will happen at the end, as it is said before bidding; never whether a hidden reserve exists (OFFER-2). */
export const saleTerms = z.enum(['highest_wins', 'reserve', 'hidden_reserve']);

export type SaleTerms = z.output<typeof saleTerms>;

/** What an auction's terms say of its end (OFFER-2). */
export function saleTermsOf(auction: {
  hidden_reservation_price: boolean;
  reservation_price: number | null;
}): SaleTerms {
  if (auction.hidden_reservation_price) return 'hidden_reserve';
  return auction.reservation_price === null ? 'highest_wins' : 'reserve';
}

/** What has become of a bidder's part in an auction that has ended (OFFER-3); to staff of the whole sale. */
export const saleStatus = z.enum(['pending', 'won', 'lost', 'unsold']);

export type SaleStatus = z.output<typeof saleStatus>;

export const offerState = z.enum(['open', 'accepted', 'declined', 'expired', 'withdrawn']);

export type OfferState = z.output<typeof offerState>;

/** An offer as the station knows it to whom it was made (OFFER-8). */
export const stationOffer = z.object({
  id,
  amount: kronor,
  expires_at: instant,
  state: offerState,
});

export type StationOffer = z.infer<typeof stationOffer>;

/** The same for staff, who see all of them (OFFER-7). */
export const offer = z.object({
  ...stationOffer.shape,
  bid_id: id,
  created_at: instant,
  /** Null when the station has been deleted. */
  service_station_name: z.nullable(z.string()),
});

export type Offer = z.infer<typeof offer>;
