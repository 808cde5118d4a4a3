import assert from 'node:assert/strict';
import { encodeForm } from '../../forms.ts';
import { AUCTIONS } from '../auction-objects.ts';
import { isEnded, isSeen } from '../auction-rules.ts';
import { type Cell, row } from '../cells.ts';
import { ON_AUCTIONS } from '../objects.ts';
import { NEVER } from '../world.ts';

/** A picture of one dot. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** One in each state, and one of another company. */
const SOME_AUCTIONS = AUCTIONS.filter(({ name }) =>
  /^(own, (upcoming|active|ended|deleted)|other’s, active|never existed)$/.test(name),
);

const DELETED = AUCTIONS.find(({ state }) => state === 'deleted')!;

const staffOnly = { by: 'case manager', on: ON_AUCTIONS } as const;

export const AUCTION_FILE_ROWS: Cell[][] = [
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
];
