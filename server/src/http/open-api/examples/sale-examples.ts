import * as bids from '@restvarde/contract/bids/bids';
import { setMaxBid } from '@restvarde/contract/bids/max-bids';
import * as collections from '@restvarde/contract/sale-calls/collections';
import * as deregistrations from '@restvarde/contract/sale-calls/deregistrations';
import { relistAuction } from '@restvarde/contract/sale-calls/relist';
import * as sales from '@restvarde/contract/sale-calls/sales';
import { exampleOf } from './example.ts';

/** Bids, winners, offers, collection and deregistration. */
export const SALE_EXAMPLES = [
  exampleOf(bids.listBids, {
    reply: {
      results: [
        {
          id: 2,
          bid: 41_000,
          created_at: '2026-11-26T09:14:03.120Z',
          service_station_name: 'Bärgarna i Kumla',
          is_winning_bid: false,
          is_offer: false,
          automatic: false,
        },
      ],
      next: null,
    },
  }),
  exampleOf(bids.placeBid, {
    body: { bid: 41_000, has_accepted_terms: true },
    reply: {
      bid: 41_000,
      outcome: 'leading',
      extended: false,
      end_dt: '2026-12-01T13:00:00.000Z',
      highest_bid: 41_000,
      bid_count: 2,
      minimum_allowed_bid: 41_500,
      my_bid: 41_000,
      standing_at: '2026-11-26T09:14:03.120Z',
    },
  }),
  exampleOf(setMaxBid, { body: { max_bid: 55_000, has_accepted_terms: true } }),
  exampleOf(sales.selectWinner, { body: { reason_code: 'unpaid', notify: true } }),
  exampleOf(sales.declineSale, { body: { reason: 'Objektet säljs på annat sätt.' } }),
  exampleOf(sales.makeOffer, { body: { amount: 38_000, days: 2, reason_code: 'withdrew' } }),
  exampleOf(sales.acceptOffer, { body: { has_accepted_terms: true } }),
  exampleOf(relistAuction, { body: { start_bid: '15000', end_dt: '2026-12-18T14:00' } }),
  exampleOf(collections.changeCollection, { body: { paid_at: '2026-01-15' } }),
  exampleOf(collections.bookPickup, {
    body: { booked_dt: '2026-12-04T10:30', note: 'Vi kommer med lastbil.' },
  }),
  exampleOf(collections.handOver, { body: { release_code: '7K4M9P', collected_by: 'Erik Berg' } }),
  exampleOf(collections.undoPurchase, {
    body: { reason: 'Köparen har inte betalat.', agreed: true },
  }),
  exampleOf(collections.addSaleDocument, { body: { name: 'Faktura' } }),
  exampleOf(deregistrations.sendCertificate, { body: { kind: 'certificate', date: '2026-12-10' } }),
  exampleOf(deregistrations.approveDeregistration, { body: { certificate_id: 12 } }),
  exampleOf(deregistrations.returnDeregistration, {
    body: { reason: 'Underskriften saknas.', certificate_id: 12 },
  }),
  exampleOf(deregistrations.waiveDeregistration, { body: { reason: 'Fordonet exporteras.' } }),
];
