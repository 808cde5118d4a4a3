import * as z from 'zod/mini';
import { auction } from '../auctions/auction.ts';
import { endpoint } from '../endpoint.ts';
import { idParam, idParams, lines, MAX_AMOUNT } from '../fields.ts';
import { may } from '../roles.ts';
import { OFFER_DAYS, OFFER_SENTENCE } from '../sale/offer-rules.ts';
import { offer } from '../sale/sale.ts';
import { REASON_CODES } from '../sale/winner-reasons.ts';

const bidParams = z.object({ id: idParam, bidId: idParam });

/** The reason for choosing another than the highest bid: a code, a text, or both (OFFER-10). */
export const reason = {
  reason: z.optional(lines(1000)),
  reason_code: z.optional(z.enum(REASON_CODES)),
};

/**
 * Makes a bid the winning one (AUC-8). A reason is needed for another than the highest. `notify` also notifies the
 * winner; both take effect or none (HOME-7).
 */
export const selectWinner = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/bids/:bidId/select-winner',
  summary: 'Välj vinnare',
  may: may.manageAuctions,
  params: bidParams,
  body: z.object({ ...reason, notify: z.optional(z.boolean()) }),
  reply: auction,
});

/**
 * «Ej såld»: releases the bids of an auction that has ended without a winner (OFFER-5). An open offer is withdrawn;
 * with `withdraw_offer: false` the call is refused instead (HOME-7).
 */
export const declineSale = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/decline',
  summary: 'Ej såld',
  may: may.manageAuctions,
  params: idParams,
  body: z.object({ reason: reason.reason, withdraw_offer: z.optional(z.boolean()) }),
  reply: auction,
});

/** Offers the object to the station of a bid (OFFER-7). `days` are working days, default 1. */
export const makeOffer = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/bids/:bidId/offers',
  summary: 'Ge ett erbjudande',
  may: may.manageAuctions,
  params: bidParams,
  body: z.object({
    amount: z
      .int({ error: OFFER_SENTENCE.amount })
      .check(z.gte(1, OFFER_SENTENCE.amount), z.lte(MAX_AMOUNT, OFFER_SENTENCE.amount)),
    days: z.optional(
      z
        .int({ error: OFFER_SENTENCE.days })
        .check(
          z.gte(OFFER_DAYS.least, OFFER_SENTENCE.days),
          z.lte(OFFER_DAYS.most, OFFER_SENTENCE.days),
        ),
    ),
    ...reason,
  }),
  status: 201,
  reply: offer,
});

/** Withdraws an open offer (OFFER-7). */
export const withdrawOffer = endpoint({
  method: 'DELETE',
  path: '/api/auctions/:id/offers/:offerId',
  summary: 'Dra tillbaka erbjudande',
  may: may.manageAuctions,
  params: z.object({ id: idParam, offerId: idParam }),
});

/** Accepts an offer to the caller's station, which buys the object by it (OFFER-8, OFFER-9). */
export const acceptOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:id/accept',
  summary: 'Anta erbjudande',
  may: may.actAsStation,
  params: idParams,
  body: z.object({ has_accepted_terms: z.optional(z.boolean()) }),
  reply: auction,
});

/** Declines an offer to the caller's station (OFFER-8). */
export const declineOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:id/decline',
  summary: 'Avböj erbjudande',
  may: may.actAsStation,
  params: idParams,
  reply: auction,
});
