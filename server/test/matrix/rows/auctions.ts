import assert from 'node:assert/strict';
import { LOCKED_WHEN_ENDED } from '@restvarde/contract/auctions/auction-locks';
import { SENTENCE } from '@restvarde/contract/errors';
import { encodeForm, type Fields, onStockholmsClocks } from '../../forms.ts';
import type { AuctionObject } from '../auction-objects.ts';
import {
  hasBids,
  isActive,
  isEnded,
  isOffered,
  isSeen,
  isSold,
  isWonBy,
  knownOf,
  mayEdit,
} from '../auction-rules.ts';
import { inCompany, isSuperuser } from '../callers.ts';
import { asksForCompany, type Cell, row } from '../cells.ts';
import { NOTHING, ON_AUCTIONS } from '../objects.ts';
import { emailOf, markOf, type World } from '../world.ts';

/** The auction's current values, so that the form changes nothing else. */
function sendForm(world: World, auction: AuctionObject, changes: Fields = {}) {
  const state = auction.state === 'deleted' || auction.state === 'never' ? 'active' : auction.state;
  const { start, end } = world.times[state];
  return encodeForm({
    category_ids: [world.categories[auction.sells]],
    manufacturer: 'Volvo',
    registration_number: markOf(auction),
    damage_condition: 'REPAIR',
    staging_area_name: 'Örebro',
    is_global: auction.is_global ? '1' : '0',
    hidden_bids: auction.sealed ? '1' : '0',
    hidden_reservation_price: auction.hidden_reserve ? '1' : '0',
    start_bid: String(auction.start_bid),
    reservation_price: auction.reserve === null ? '' : String(auction.reserve),
    start_dt: onStockholmsClocks(start),
    end_dt: onStockholmsClocks(end),
    ...changes,
  });
}

function newAuction({ categories, times }: World) {
  return encodeForm({
    category_ids: [categories.cars],
    manufacturer: 'Volvo',
    registration_number: 'ABC123',
    damage_condition: 'REPAIR',
    staging_area_name: 'Örebro',
    is_global: '0',
    hidden_bids: '1',
    hidden_reservation_price: '1',
    start_dt: onStockholmsClocks(times.upcoming.start),
    end_dt: onStockholmsClocks(times.upcoming.end),
  });
}

const staffOnly = { by: 'case manager', on: ON_AUCTIONS } as const;

export const AUCTION_ROWS: Cell[][] = [
  row({
    call: 'GET /api/auctions/:id',
    rules: 'ROLE-10, 13–15, 17, AUC-13, 14',
    by: 'any user',
    on: ON_AUCTIONS,
    sees: isSeen,
    answers: () => 200,
    look: ({ body }, caller, auction) => {
      const known = knownOf(caller, auction);
      const follows = mayEdit(caller, auction) ? isSold(auction) : isWonBy(caller, auction);
      assert.equal(body.deregistration?.state ?? null, follows ? 'awaiting' : null);
      const shown = Object.fromEntries(Object.keys(known).map((field) => [field, body[field]]));
      assert.deepEqual(shown, known);
      assert.equal(body.offer?.amount ?? null, isOffered(caller, auction) ? auction.offer : null);
      const knows = caller.kind !== 'workshop';
      const offered = auction.offer === null ? [] : [auction.offer];
      const offers = body.offers?.map((offer: { amount: number }) => offer.amount) ?? null;
      assert.deepEqual(offers, knows ? offered : null);
      const creator = auction.company === 'Nord' ? 'manager' : 'other manager';
      assert.equal(body.created_by?.email ?? null, knows ? emailOf(creator) : null);
      const won = auction.winner === 'none' ? null : auction.bids.length;
      assert.equal(body.winning_bid_id, knows ? won : null);
      const collects = auction.winner === 'notified' && (knows || isWonBy(caller, auction));
      assert.equal(body.collection?.release_code.length ?? null, collects ? 6 : null);
    },
  }),
  row({
    call: 'GET /api/auctions/:id/history',
    rules: 'AUC-16',
    by: 'case manager',
    on: ON_AUCTIONS,
    sees: mayEdit,
    answers: () => 200,
  }),
  ...['json', 'pdf'].map((kind) =>
    row({
      call: `GET /api/auctions/:id/proof.${kind}`,
      rules: 'PROOF-1',
      by: 'case manager',
      on: ON_AUCTIONS,
      sees: (caller, auction) =>
        mayEdit(caller, auction) || (isSuperuser(caller) && auction.state === 'deleted'),
      answers: (_caller, auction) => (isEnded(auction) ? 200 : 400),
    }),
  ),
  row({
    call: 'SOCKET /ws/auction/:id/',
    rules: 'LIVE-4',
    by: 'any user',
    on: ON_AUCTIONS,
    sees: isSeen,
    answers: () => 101,
  }),
  row({
    ...staffOnly,
    call: 'PUT /api/auctions/:id',
    when: 'another description',
    rules: 'ROLE-8, AUC-15',
    sees: isSeen,
    answers: () => 200,
    send: (world, auction) => sendForm(world, auction, { description: 'Ny text' }),
  }),
  row({
    ...staffOnly,
    call: 'PUT /api/auctions/:id',
    when: 'another start bid',
    rules: 'ROLE-8, AUC-15',
    sees: isSeen,
    answers: (_caller, auction) => (isEnded(auction) || hasBids(auction) ? 400 : 200),
    send: (world, auction) => sendForm(world, auction, { start_bid: '1001' }),
  }),
  row({
    ...staffOnly,
    call: 'POST /api/auctions/end-times',
    rules: 'ROLE-8, ROLE-14, LIST-15',
    // An auction that does not exist for the caller is refused individually.
    answers: () => 200,
    send: (world, _auction, { id }) => ({
      body: {
        auction_ids: [id],
        end_dt: onStockholmsClocks(new Date(world.times.upcoming.end.getTime() + 86_400_000)),
      },
    }),
    look: ({ body }, caller, auction) => {
      const isHidden = !isSeen(caller, auction);
      const error = isHidden ? SENTENCE.notFound : isEnded(auction) ? LOCKED_WHEN_ENDED : null;
      assert.equal(body.results[0].error, error);
    },
  }),
  row({
    ...staffOnly,
    call: 'POST /api/auctions/:id/cancel',
    rules: 'ROLE-9, AUC-6',
    sees: isSeen,
    answers: (_caller, auction) => (isActive(auction) ? 200 : 400),
  }),
  row({
    ...staffOnly,
    call: 'DELETE /api/auctions/:id',
    rules: 'ROLE-9, AUC-7',
    sees: isSeen,
    answers: () => 204,
  }),
  row({
    ...staffOnly,
    call: 'POST /api/auctions/:id/relist',
    rules: 'ROLE-9, RELIST-1, RELIST-3',
    sees: isSeen,
    answers: (_caller, auction) => (isEnded(auction) && auction.winner === 'none' ? 201 : 400),
    send: () => ({ body: {} }),
  }),
  row({
    call: 'POST /api/auctions/:id/alert',
    rules: 'ROLE-11, AUC-12',
    by: 'workshop',
    on: ON_AUCTIONS,
    sees: isSeen,
    answers: () => 204,
  }),
  row({
    call: 'DELETE /api/auctions/:id/alert',
    rules: 'ROLE-11, ROLE-14, AUC-12',
    by: 'workshop',
    on: ON_AUCTIONS,
    sees: isSeen,
    answers: () => 204,
  }),
  row({
    call: 'POST /api/auctions',
    rules: 'ROLE-2, ROLE-8, FORM-1',
    by: 'case manager',
    on: NOTHING,
    answers: inCompany(201),
    send: newAuction,
    look: asksForCompany,
  }),
];
