import assert from 'node:assert/strict';
import { tooLow } from '@restvarde/contract/bids/bid-rules';
import { MAX_BID_SENTENCE } from '@restvarde/contract/bids/max-bid-rules';
import type { AuctionObject } from '../auction-objects.ts';
import { hasBids, isActive, isEnded, isSeen, knownOf, mayTakePart } from '../auction-rules.ts';
import type { Caller } from '../callers.ts';
import { type Cell, row } from '../cells.ts';
import { NOTHING, ON_AUCTIONS } from '../objects.ts';
import { nameOfStation, type World } from '../world.ts';

export const lastBid = (_world: World, _ids: object, { bids }: AuctionObject) => ({
  bidId: bids.length,
});

/** Its bids are judged, or refused because of the end. */
const takesBidsFrom = (caller: Caller, auction: AuctionObject) =>
  mayTakePart(caller, auction) && (isActive(auction) || isEnded(auction));

const staffOnly = { by: 'case manager', on: ON_AUCTIONS } as const;

export const BID_ROWS: Cell[][] = [
  row({
    call: 'GET /api/my-bids',
    rules: 'ROLE-5, LIVE-8, AUC-13',
    by: 'workshop',
    on: ON_AUCTIONS,
    answers: () => 200,
    look: ({ body }, caller, auction, world) => {
      const { id } = world.shared.get(auction)!;
      const found = body.find((one: { auction_id: number }) => one.auction_id === id);
      const { my_bid, highest_bid } = knownOf(caller, auction);
      const isListed =
        my_bid !== null && isActive(auction) && !auction.sealed && isSeen(caller, auction);
      assert.deepEqual(
        found && { my_bid: found.my_bid, highest_bid: found.highest_bid },
        isListed ? { my_bid, highest_bid } : undefined,
      );
    },
  }),
  row({
    call: 'GET /api/my-bids',
    rules: 'ROLE-11, LIVE-8',
    by: 'workshop',
    on: NOTHING,
    answers: () => 200,
  }),
  row({
    call: 'GET /api/my-tasks',
    rules: 'ROLE-11, LIST-17',
    by: 'workshop',
    on: NOTHING,
    answers: () => 200,
  }),
  row({
    call: 'GET /api/auctions/:id/bids',
    rules: 'ROLE-10, AUC-4',
    by: 'case manager',
    on: ON_AUCTIONS,
    sees: isSeen,
    answers: () => 200,
    look: ({ body }, _caller, auction) =>
      assert.deepEqual(
        body.results.map((bid: { bid: number; service_station_name: string }) => [
          bid.bid,
          bid.service_station_name,
        ]),
        auction.bids
          .map((bid) => [bid.amount, bid.by === 'removed' ? null : nameOfStation(bid.by)])
          .reverse(),
      ),
  }),
  row({
    ...staffOnly,
    call: 'DELETE /api/auctions/:id/bids/:bidId',
    rules: 'ROLE-9, AUC-9',
    params: lastBid,
    sees: (caller, auction) => isSeen(caller, auction) && hasBids(auction),
    answers: (_caller, auction) => (isActive(auction) ? 204 : 400),
  }),
  row({
    ...staffOnly,
    call: 'DELETE /api/auctions/:id/bids/:bidId',
    when: 'a bid that never was',
    rules: 'ROLE-14',
    params: () => ({ bidId: 999 }),
    sees: () => false,
    answers: () => 404,
  }),
  // No auction of the matrix allows a maximum: those who may bid are refused by a sentence, before their amount is judged.
  row({
    call: 'PUT /api/auctions/:id/max-bid',
    rules: 'ROLE-11, AUTO-1, AUTO-2',
    by: 'workshop',
    on: ON_AUCTIONS,
    sees: takesBidsFrom,
    answers: () => 400,
    send: () => ({ body: { max_bid: 5_000_000 } }),
    look: ({ body }, _caller, auction) =>
      assert.deepEqual(body, {
        detail: auction.sealed ? MAX_BID_SENTENCE.sealed : MAX_BID_SENTENCE.notAllowed,
      }),
  }),
  row({
    call: 'DELETE /api/auctions/:id/max-bid',
    rules: 'ROLE-11, AUTO-2',
    by: 'workshop',
    on: ON_AUCTIONS,
    sees: (caller, auction) => takesBidsFrom(caller, auction) && isEnded(auction),
    answers: () => 400,
    look: ({ body }) => assert.deepEqual(body, { detail: 'Auktionen är avslutad.' }),
  }),
  // Former viewers get «too late»; for others it does not exist (BID-5, ROLE-17).
  ...(['high enough', 'too low'] as const).map((amount) =>
    row({
      call: 'POST /api/auctions/:id/bids',
      when: amount,
      rules: 'ROLE-11, BID-3, BID-5',
      by: 'workshop',
      on: ON_AUCTIONS,
      sees: takesBidsFrom,
      answers: (_caller, auction) => (isActive(auction) && amount === 'high enough' ? 201 : 400),
      send: () => ({ body: { bid: amount === 'high enough' ? 5_000_000 : 1 } }),
      look: ({ status, body }, caller, auction) => {
        if (status !== 400) return;
        const { minimum_allowed_bid: minimum } = knownOf(caller, auction);
        const message = isActive(auction) ? tooLow(Number(minimum)) : 'Auktionen är avslutad.';
        assert.deepEqual(body, { bid: [message] });
      },
    }),
  ),
];
