import * as z from 'zod/mini';
import { id, instant, kronor } from '../fields.ts';

/** What happens at the end, as shown before bidding; does not reveal whether a hidden reserve exists (OFFER-2). */
export const saleTerms = z.enum(['highest_wins', 'reserve', 'hidden_reserve']);

export type SaleTerms = z.output<typeof saleTerms>;

/** The sentence about the end in an auction's terms (OFFER-2). */
export function saleTermsOf(auction: {
  hidden_reservation_price: boolean;
  reservation_price: number | null;
}): SaleTerms {
  if (auction.hidden_reservation_price) return 'hidden_reserve';
  return auction.reservation_price === null ? 'highest_wins' : 'reserve';
}

/** The outcome of an ended auction for a bidder, or for staff that of the sale (OFFER-3). */
export const saleStatus = z.enum(['pending', 'won', 'lost', 'unsold']);

export type SaleStatus = z.output<typeof saleStatus>;

export const offerState = z.enum(['open', 'accepted', 'declined', 'expired', 'withdrawn']);

export type OfferState = z.output<typeof offerState>;

/** An offer as its station sees it (OFFER-8). */
export const stationOffer = z.object({
  id,
  amount: kronor,
  expires_at: instant,
  state: offerState,
});

export type StationOffer = z.infer<typeof stationOffer>;

/** An offer as staff see it (OFFER-7). */
export const offer = z.object({
  ...stationOffer.shape,
  bid_id: id,
  created_at: instant,
  /** Null if the station is deleted. */
  service_station_name: z.nullable(z.string()),
});

export type Offer = z.infer<typeof offer>;
