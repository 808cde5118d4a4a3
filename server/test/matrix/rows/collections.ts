import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { encodeForm } from '../../forms.ts';
import type { AuctionObject } from '../auction-objects.ts';
import { isSeen, isSold, isWonBy, mayEdit, mayHandOver } from '../auction-rules.ts';
import type { Caller } from '../callers.ts';
import { type Cell, row } from '../cells.ts';
import { ON_AUCTIONS } from '../objects.ts';
import { NEVER, type World } from '../world.ts';

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

const staffOnly = { by: 'case manager', on: ON_AUCTIONS } as const;

export const COLLECTION_ROWS: Cell[][] = [
  row({
    call: 'GET /api/auctions/:id/collection/slip',
    rules: 'ROLE-14, PICK-9',
    by: 'any user',
    on: ON_AUCTIONS,
    sees: (caller, auction) =>
      isSold(auction) && (mayEdit(caller, auction) || isWonBy(caller, auction)),
    answers: () => 200,
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
    call: 'GET /api/auctions/:id/collection/slots',
    rules: 'ROLE-11, ROLE-14, PICK-13',
    by: 'workshop',
    on: ON_AUCTIONS,
    sees: isWonBy,
    answers: () => 200,
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
    by: 'yard or case manager',
    on: ON_AUCTIONS,
    sees: mayHandOver,
    answers: (caller, auction) => (caller.is_yard ? 400 : onceSold(caller, auction)),
    send: () => ({ body: { collected_by: 'Kim Åkesson', reason: 'Telefonen var död' } }),
  }),
  row({
    call: 'POST /api/auctions/:id/collection/hand-over',
    when: 'with the code',
    rules: 'ROLE-9, PICK-5, PICK-7',
    by: 'yard or case manager',
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
];

export const DEREGISTRATION_ROWS: Cell[][] = [
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
];
