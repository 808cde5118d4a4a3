import { type AuctionObject, leader } from '../auction-objects.ts';
import { hasBids, isEnded, isOffered, isSeen, isUndecided } from '../auction-rules.ts';
import { type Cell, row } from '../cells.ts';
import { ON_AUCTIONS } from '../objects.ts';
import { lastBid } from './bids.ts';

const hasTwoBids = ({ bids }: AuctionObject) => bids.length > 1;

const staffOnly = { by: 'case manager', on: ON_AUCTIONS } as const;

export const WINNER_ROWS: Cell[][] = [
  row({
    ...staffOnly,
    call: 'POST /api/auctions/:id/notify-winner',
    rules: 'ROLE-9, AUC-10',
    sees: isSeen,
    answers: (_caller, auction) => (auction.winner === 'none' ? 400 : 200),
  }),
  row({
    ...staffOnly,
    call: 'POST /api/auctions/:id/bids/:bidId/select-winner',
    when: 'the highest',
    rules: 'ROLE-9, AUC-8',
    params: lastBid,
    sees: (caller, auction) => isSeen(caller, auction) && hasBids(auction),
    answers: (_caller, auction) => (isEnded(auction) && auction.winner === 'none' ? 200 : 400),
    send: () => ({ body: {} }),
  }),
  row({
    ...staffOnly,
    call: 'POST /api/auctions/:id/bids/:bidId/select-winner',
    when: 'another, with a reason',
    rules: 'ROLE-9, AUC-8',
    params: () => ({ bidId: 1 }),
    sees: (caller, auction) => isSeen(caller, auction) && hasBids(auction),
    answers: (_caller, auction) =>
      isUndecided(auction) || (isEnded(auction) && hasTwoBids(auction)) ? 200 : 400,
    send: () => ({ body: { reason: 'Högstbjudande hämtar inte' } }),
  }),
  row({
    ...staffOnly,
    call: 'POST /api/auctions/:id/bids/:bidId/select-winner',
    when: 'a bid that never was',
    rules: 'ROLE-14',
    params: () => ({ bidId: 999 }),
    sees: () => false,
    answers: () => 404,
    send: () => ({ body: {} }),
  }),
  row({
    ...staffOnly,
    call: 'POST /api/auctions/:id/decline',
    rules: 'ROLE-9, OFFER-5',
    sees: isSeen,
    answers: (_caller, auction) => (isUndecided(auction) ? 200 : 400),
    send: () => ({ body: {} }),
  }),
  row({
    ...staffOnly,
    call: 'POST /api/auctions/:id/bids/:bidId/offers',
    rules: 'ROLE-9, OFFER-7',
    params: lastBid,
    sees: (caller, auction) => isSeen(caller, auction) && hasBids(auction),
    answers: (_caller, auction) => (isUndecided(auction) && auction.offer === null ? 201 : 400),
    send: (_world, auction) => ({ body: { amount: (leader(auction)?.amount ?? 0) + 1 } }),
  }),
  row({
    ...staffOnly,
    call: 'DELETE /api/auctions/:id/offers/:offerId',
    rules: 'ROLE-9, OFFER-7',
    sees: (caller, auction) => isSeen(caller, auction) && auction.offer !== null,
    answers: () => 204,
  }),
  ...(['accept', 'decline'] as const).map((how) =>
    row({
      call: `POST /api/offers/:id/${how}`,
      rules: 'ROLE-11, OFFER-8, GEN-5',
      by: 'workshop',
      on: ON_AUCTIONS,
      params: (_world, { offerId }) => ({ id: offerId! }),
      sees: isOffered,
      answers: () => 200,
      ...(how === 'accept' && { send: () => ({ body: {} }) }),
    }),
  ),
];
