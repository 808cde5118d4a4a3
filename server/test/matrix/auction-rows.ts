import assert from 'node:assert/strict';
import { LOCKED_WHEN_ENDED } from '@restvarde/contract/auctions/auction-locks';
import { tooLow } from '@restvarde/contract/bids/bid-rules';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { SENTENCE } from '@restvarde/contract/errors';
import { LOOK_BACK_MONTHS } from '@restvarde/contract/look-back';
import { encodeForm } from '../forms.ts';
import {
  AUCTIONS,
  type AuctionObject,
  isOffered,
  isSeen,
  isWonBy,
  knownOf,
  leader,
  mayEdit,
  mayHandOver,
  mayTakePart,
  tookPart,
} from './auction-objects.ts';
import { type Caller, isAbout, isSuperuser } from './callers.ts';
import { type Cell, row, type Seen } from './cells.ts';
import { NOTHING, type Objects } from './other-objects.ts';
import { emailOf, makeAuctions, markOf, NEVER, nameOfStation, type World } from './world.ts';

const ON_AUCTIONS: Objects<AuctionObject> = { all: AUCTIONS, make: makeAuctions };

/** A superuser's lists are about the company that is asked for (ROLE-2). */
const isHeldBy = (caller: Caller, auction: AuctionObject) =>
  isSeen(caller, auction) && (!isSuperuser(caller) || isAbout(caller, auction.company));
const isEnded = ({ state }: AuctionObject) => state === 'ended';
const isSold = ({ winner }: AuctionObject) => winner === 'notified';
const isActive = ({ state }: AuctionObject) => state === 'active';
const hasBids = ({ bids }: AuctionObject) => bids.length > 0;

/** A list, one cell for each auction: is it there, or not? */
const list = (
  call: string,
  by: 'whoever has logged in' | 'workshop' | 'whoever hands over' | 'case manager',
  rules: string,
  isListed: (caller: Caller, auction: AuctionObject) => boolean,
  holds = ({ body }: Seen, id: number) => body.results.some((one: { id: number }) => one.id === id),
): Cell[] =>
  row({
    call,
    by,
    rules,
    on: ON_AUCTIONS,
    answers: () => 200,
    look: (seen, caller, auction, world) => {
      const { id } = world.shared.get(auction)!;
      assert.equal(holds(seen, id), isListed(caller, auction), 'is it in the list?');
      if (seen.body.results) {
        const listed = AUCTIONS.filter((one) => isListed(caller, one));
        assert.equal(seen.body.results.length, listed.length, 'nothing else is in the list');
      }
    },
  });

/** How many of each state a list has, told as the list itself is. */
const counts = (
  call: string,
  by: 'whoever has logged in' | 'workshop',
  rules: string,
  isListed: (caller: Caller, auction: AuctionObject) => boolean,
): Cell[] =>
  row({
    call,
    by,
    rules,
    on: NOTHING,
    answers: () => 200,
    look: ({ body }, caller) => {
      const of = (state: AuctionObject['state']) =>
        AUCTIONS.filter((auction) => auction.state === state && isListed(caller, auction)).length;
      assert.deepEqual(body, {
        active: of('active'),
        upcoming: of('upcoming'),
        ended: of('ended'),
      });
    },
  });

const kindOfTodo = (auction: AuctionObject) => {
  if (
    !isEnded(auction) ||
    !hasBids(auction) ||
    auction.offer !== null ||
    auction.winner === 'notified'
  )
    return null;
  return auction.winner === 'none' ? 'no_winner' : 'not_notified';
};

/** Bids that bind, and nobody who has won. */
const isUndecided = (auction: AuctionObject) =>
  isEnded(auction) && hasBids(auction) && auction.winner === 'none';

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

export const AUCTION_READS: Cell[][] = [
  list('GET /api/auctions', 'whoever has logged in', 'ROLE-4, 15, 17', isHeldBy),
  list(
    'GET /api/my-auctions',
    'workshop',
    'ROLE-5, LIST-6',
    (caller, auction) => isSeen(caller, auction) && tookPart(caller, auction),
  ),
  list('GET /api/won-auctions', 'workshop', 'ROLE-5, LIST-6', isWonBy),
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
  counts('GET /api/auctions/counts', 'whoever has logged in', 'ROLE-15, LIST-13', isHeldBy),
  counts(
    'GET /api/my-auctions/counts',
    'workshop',
    'ROLE-5, LIST-13',
    (caller, auction) => isSeen(caller, auction) && tookPart(caller, auction),
  ),
  counts('GET /api/won-auctions/counts', 'workshop', 'ROLE-5, LIST-13', isWonBy),
  row({
    call: 'GET /api/auctions/suggestions',
    rules: 'ROLE-15, LIST-11',
    by: 'whoever has logged in',
    on: ON_AUCTIONS,
    answers: () => 200,
    query: (_world, auction) => `q=${encodeURIComponent(markOf(auction))}`,
    look: ({ body }, caller, auction, world) => {
      const { id } = world.shared.get(auction)!;
      const isFound = body.results.some((one: { id: number }) => one.id === id);
      assert.equal(isFound, isHeldBy(caller, auction));
    },
  }),
  row({
    call: 'GET /api/auctions/export',
    rules: 'ROLE-15, LIST-10',
    by: 'case manager',
    on: NOTHING,
    answers: () => 200,
    look: ({ raw }, caller) =>
      assert.equal(
        raw.trim().split('\r\n').length - 1,
        AUCTIONS.filter((auction) => isHeldBy(caller, auction)).length,
      ),
  }),
  row({
    call: 'GET /api/statistics',
    rules: 'ROLE-3, HOME-3',
    by: 'case manager',
    on: NOTHING,
    answers: () => 200,
    look: ({ body }, caller) => {
      const held = AUCTIONS.filter((auction) => isHeldBy(caller, auction));
      assert.deepEqual(body, {
        ongoing_auctions: held.filter(isActive).length,
        start_bid_total: sum(held.map((auction) => auction.start_bid)),
        winning_bid_total: sum(
          held.map((auction) => (auction.winner === 'none' ? 0 : leader(auction)!.amount)),
        ),
      });
    },
  }),
  row({
    call: 'GET /api/statistics/look-back',
    rules: 'ROLE-3, HOME-6',
    by: 'case manager',
    on: NOTHING,
    answers: () => 200,
    look: ({ body }, caller) => {
      assert.equal(body.months.length, LOOK_BACK_MONTHS);
      if (!isSuperuser(caller)) assert.deepEqual(body.companies, []);
    },
  }),
  row({
    call: 'GET /api/statistics/look-back/export',
    rules: 'ROLE-3, HOME-6',
    by: 'case manager',
    on: NOTHING,
    answers: () => 200,
  }),
  row({
    call: 'GET /api/todo',
    rules: 'ROLE-3, HOME-4',
    by: 'case manager',
    on: ON_AUCTIONS,
    answers: () => 200,
    look: ({ body }, caller, auction, world) => {
      const { id } = world.shared.get(auction)!;
      const found = body.find((one: { auction_id: number }) => one.auction_id === id);
      assert.equal(found?.kind ?? null, isHeldBy(caller, auction) ? kindOfTodo(auction) : null);
    },
  }),
  list(
    'GET /api/handovers',
    'whoever hands over',
    'ROLE-5, PICK-7',
    (caller, auction) =>
      isSold(auction) && mayHandOver(caller, auction) && isAbout(caller, auction.company),
    ({ body }, id) => body.results.some((one: { auction_id: number }) => one.auction_id === id),
  ),
  row({
    call: 'GET /api/my-bids',
    rules: 'ROLE-11, LIVE-8',
    by: 'workshop',
    on: NOTHING,
    answers: () => 200,
  }),
  row({
    call: 'GET /api/notices',
    rules: 'ROLE-3, GEN-6',
    by: 'case manager',
    on: NOTHING,
    answers: () => 200,
    look: ({ body }) => assert.deepEqual(body, []),
  }),
  row({
    call: 'GET /api/auctions/:id',
    rules: 'ROLE-10, 13–15, 17, AUC-13, 14',
    by: 'whoever has logged in',
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
    call: 'GET /api/auctions/:id/collection/slip',
    rules: 'ROLE-14, PICK-9',
    by: 'whoever has logged in',
    on: ON_AUCTIONS,
    sees: (caller, auction) =>
      isSold(auction) && (mayEdit(caller, auction) || isWonBy(caller, auction)),
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
    call: 'GET /api/auctions/:id/history',
    rules: 'AUC-16',
    by: 'case manager',
    on: ON_AUCTIONS,
    sees: mayEdit,
    answers: () => 200,
  }),
  row({
    call: 'SOCKET /ws/auction/:id/',
    rules: 'LIVE-4',
    by: 'whoever has logged in',
    on: ON_AUCTIONS,
    sees: isSeen,
    answers: () => 101,
  }),
];

/** As the auction stands, so that a form that is sent back changes what is said of it and nothing else. */
export function sendForm(
  world: World,
  auction: AuctionObject,
  changes: Parameters<typeof encodeForm>[0] = {},
) {
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

export const onStockholmsClocks = (at: Date) =>
  at.toLocaleString('sv-SE', { timeZone: 'Europe/Stockholm' }).slice(0, 16).replace(' ', 'T');

/** A picture of one dot. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const staffOnly = { by: 'case manager', on: ON_AUCTIONS } as const;
const lastBid = (_world: World, _ids: object, { bids }: AuctionObject) => ({ bidId: bids.length });
/** One in each state, and one of another company. */
const SOME_AUCTIONS = AUCTIONS.filter(({ name }) =>
  /^(own, (upcoming|active|ended|deleted)|other’s, active|never existed)$/.test(name),
);
const DELETED = AUCTIONS.find(({ state }) => state === 'deleted')!;
/** The release code of an auction's winner. */
async function codeOf({ db }: World, auction: number): Promise<string> {
  const { release_code } = await db
    .selectFrom('collections')
    .select('release_code')
    .where('auction_id', '=', auction)
    .executeTakeFirstOrThrow();
  return release_code;
}

const onceSold = (_caller: Caller, { winner }: AuctionObject) =>
  winner === 'notified' ? 200 : 400;
const hasTwoBids = ({ bids }: AuctionObject) => bids.length > 1;

export const AUCTION_WRITES: Cell[][] = [
  row({
    call: 'POST /api/auctions/:id/deregistration',
    rules: 'ROLE-11, GEN-5, DISM-8',
    by: 'workshop',
    on: ON_AUCTIONS,
    sees: isWonBy,
    answers: () => 200,
    send: () =>
      encodeForm({
        kind: 'certificate',
        date: stockholmDate(new Date()),
        file: { name: 'intyg.pdf', content: '%PDF-1.7' },
      }),
  }),
  ...(['approve', 'return', 'waive'] as const).map((act) =>
    row({
      ...staffOnly,
      call: `POST /api/auctions/:id/deregistration/${act}`,
      rules: 'ROLE-9, DISM-9',
      sees: isSeen,
      // Nothing has been sent.
      answers: (_caller, auction) => (act === 'waive' && isSold(auction) ? 200 : 400),
      send: () => ({ body: act === 'approve' ? undefined : { reason: 'Är avregistrerad' } }),
    }),
  ),
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
    // What is not there for the caller is refused by itself, as if it never was.
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
    call: 'POST /api/auctions/:id/notify-winner',
    rules: 'ROLE-9, AUC-10',
    sees: isSeen,
    answers: (_caller, auction) => (auction.winner === 'none' ? 400 : 200),
  }),
  row({
    ...staffOnly,
    call: 'PATCH /api/auctions/:id/collection',
    rules: 'ROLE-9, PICK-3',
    sees: isSeen,
    answers: onceSold,
    send: () => ({ body: { waived_days: 1, reason: 'Grinden var låst' } }),
  }),
  row({
    ...staffOnly,
    call: 'POST /api/auctions/:id/collection/documents',
    rules: 'ROLE-9, PICK-9',
    sees: isSeen,
    answers: (_caller, auction) => (isSold(auction) ? 201 : 400),
    send: () => encodeForm({ file: { name: 'Faktura.pdf', content: '%PDF-1.7' } }),
  }),
  row({
    ...staffOnly,
    call: 'DELETE /api/auctions/:id/collection/documents/:documentId',
    when: 'one that never was',
    rules: 'ROLE-14, PICK-9',
    params: () => ({ documentId: NEVER }),
    sees: () => false,
    answers: () => 404,
  }),
  row({
    call: 'PUT /api/auctions/:id/collection/booking',
    rules: 'ROLE-11, GEN-5, PICK-4',
    by: 'workshop',
    on: ON_AUCTIONS,
    sees: isWonBy,
    answers: () => 200,
    send: () => ({ body: { booked_dt: `${addDays(stockholmDate(new Date()), 7)}T10:00` } }),
  }),
  row({
    call: 'DELETE /api/auctions/:id/collection/booking',
    rules: 'ROLE-11, GEN-5, PICK-4',
    by: 'workshop',
    on: ON_AUCTIONS,
    sees: isWonBy,
    answers: () => 200,
  }),
  row({
    call: 'POST /api/auctions/:id/collection/hand-over',
    when: 'without the code',
    rules: 'ROLE-9, PICK-5, PICK-7',
    by: 'whoever hands over',
    on: ON_AUCTIONS,
    sees: mayHandOver,
    answers: (caller, auction) => (caller.is_yard ? 400 : onceSold(caller, auction)),
    send: () => ({ body: { collected_by: 'Kim Åkesson', reason: 'Telefonen var död' } }),
  }),
  row({
    call: 'POST /api/auctions/:id/collection/hand-over',
    when: 'with the code',
    rules: 'ROLE-9, PICK-5, PICK-7',
    by: 'whoever hands over',
    on: ON_AUCTIONS,
    sees: mayHandOver,
    answers: onceSold,
    send: async (world, auction, { id }, caller) => ({
      body: {
        collected_by: 'Kim Åkesson',
        release_code:
          mayHandOver(caller, auction) && isSold(auction) ? await codeOf(world, id) : 'AAAAAA',
      },
    }),
  }),
  row({
    ...staffOnly,
    call: 'POST /api/auctions/:id/collection/undo',
    rules: 'ROLE-9, PICK-8',
    sees: isSeen,
    answers: onceSold,
    send: () => ({ body: { reason: 'Köparen ångrade sig', agreed: true } }),
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
    call: 'POST /api/auctions/:id/relist',
    rules: 'ROLE-9, RELIST-1, RELIST-3',
    sees: isSeen,
    answers: (_caller, auction) => (isEnded(auction) && auction.winner === 'none' ? 201 : 400),
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
  row({
    ...staffOnly,
    call: 'POST /api/auctions/:id/images',
    rules: 'ROLE-8, FORM-5, AUC-15',
    // Cutting a picture to its sizes takes the longest of all.
    on: { ...ON_AUCTIONS, all: SOME_AUCTIONS },
    sees: isSeen,
    answers: (_caller, auction) => (isEnded(auction) ? 400 : 201),
    send: () => encodeForm({ image: { name: 'punkt.png', content: DOT } }),
  }),
  row({
    ...staffOnly,
    call: 'PATCH /api/auctions/:id/images',
    when: 'its own and another auction’s',
    rules: 'ROLE-8, ROLE-14, FORM-5',
    sees: isSeen,
    answers: () => 200,
    send: (world, _auction, { imageId }) => ({
      body: { image_ids: [world.shared.get(DELETED)!.imageId!, imageId] },
    }),
    look: ({ body }) => assert.deepEqual(body.additional_images, []),
  }),
  row({
    ...staffOnly,
    call: 'DELETE /api/auctions/:id/images/:imageId',
    rules: 'ROLE-8, FORM-5, AUC-15',
    sees: isSeen,
    answers: (_caller, auction) => (isEnded(auction) ? 400 : 204),
  }),
  row({
    ...staffOnly,
    call: 'DELETE /api/auctions/:id/images/:imageId',
    when: 'another auction’s',
    rules: 'ROLE-14',
    params: (world) => ({ imageId: world.shared.get(DELETED)!.imageId! }),
    sees: () => false,
    answers: () => 404,
  }),
  row({
    ...staffOnly,
    call: 'POST /api/auctions/:id/files',
    rules: 'ROLE-8, FORM-5, AUC-15',
    sees: isSeen,
    answers: () => 201,
    send: () => encodeForm({ file: { name: 'Besiktning.pdf', content: '%PDF-1.4\n%%EOF' } }),
  }),
  row({
    ...staffOnly,
    call: 'DELETE /api/auctions/:id/files/:fileId',
    rules: 'ROLE-8, FORM-5, AUC-15, DATA-2',
    sees: isSeen,
    answers: (_caller, auction) => (auction.winner === 'notified' ? 400 : 204),
  }),
  row({
    ...staffOnly,
    call: 'DELETE /api/auctions/:id/files/:fileId',
    when: 'one that never was',
    rules: 'ROLE-14',
    params: () => ({ fileId: NEVER }),
    sees: () => false,
    answers: () => 404,
  }),
  // Those to whom it was offered are told that they come too late; for others it never was (BID-5, ROLE-17).
  ...(['high enough', 'too low'] as const).map((amount) =>
    row({
      call: 'POST /api/auctions/:id/bids',
      when: amount,
      rules: 'ROLE-11, BID-3, BID-5',
      by: 'workshop',
      on: ON_AUCTIONS,
      sees: (caller, auction) =>
        mayTakePart(caller, auction) && (isActive(auction) || isEnded(auction)),
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
];
