import assert from 'node:assert/strict';
import { encodeForm } from '../../forms.ts';
import { AUCTIONS } from '../auction-objects.ts';
import { isEnded, isSeen } from '../auction-rules.ts';
import type { Caller } from '../callers.ts';
import { type Cell, row } from '../cells.ts';
import {
  NOTHING,
  ON_AUCTIONS,
  PHONE_PHOTOS,
  PHOTO_LINKS,
  type PhonePhotoObject,
  UPLOADS,
  type UploadObject,
  uploadId,
} from '../objects.ts';
import { type Ids, NEVER, type World } from '../world.ts';

/** A picture of one pixel. */
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
    // Resizing a picture takes the longest.
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
    call: 'PATCH /api/auctions/:id/images/:imageId',
    rules: 'ROLE-8, DMG-6, AUC-15',
    sees: isSeen,
    answers: (_caller, auction) => (isEnded(auction) ? 400 : 200),
    send: () => ({ body: { view: 'damage' } }),
  }),
  row({
    ...staffOnly,
    call: 'PATCH /api/auctions/:id/images/:imageId',
    when: 'another auction’s',
    rules: 'ROLE-14',
    params: (world) => ({ imageId: world.shared.get(DELETED)!.imageId! }),
    sees: () => false,
    answers: () => 404,
    send: () => ({ body: { view: 'damage' } }),
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
    call: 'PATCH /api/auctions/:id/files/:fileId',
    rules: 'ROLE-8, DMG-7, AUC-15',
    sees: isSeen,
    answers: (_caller, auction) => (auction.winner === 'notified' ? 400 : 200),
    send: () => ({ body: { kind: 'cabas' } }),
  }),
  row({
    ...staffOnly,
    call: 'PATCH /api/auctions/:id/files/:fileId',
    when: 'one that never was',
    rules: 'ROLE-14',
    params: () => ({ fileId: NEVER }),
    sees: () => false,
    answers: () => 404,
    send: () => ({ body: { kind: 'cabas' } }),
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

/** Uploads are visible to their sender only. */
const isSenders = (caller: Caller, { of }: UploadObject) => caller.as === of && of !== null;

const upload = {
  by: 'case manager',
  on: UPLOADS,
  sees: isSenders,
  params: (_world: World, { id }: Ids) => ({ id: uploadId(id) }),
} as const;

export const UPLOAD_ROWS: Cell[][] = [
  row({
    call: 'POST /api/uploads',
    rules: 'FORM-13',
    by: 'case manager',
    on: NOTHING,
    answers: () => 201,
    send: () => ({ body: { kind: 'image', name: 'a.jpg', size: 10 } }),
  }),
  row({ ...upload, call: 'GET /api/uploads/:id', rules: 'FORM-13', answers: () => 200 }),
  row({
    ...upload,
    call: 'PATCH /api/uploads/:id',
    rules: 'FORM-13',
    answers: () => 200,
    query: () => 'offset=0',
    send: () => ({
      body: Buffer.from('%PDF'),
      headers: { 'content-type': 'application/offset+octet-stream' },
    }),
  }),
  row({ ...upload, call: 'DELETE /api/uploads/:id', rules: 'FORM-13', answers: () => 204 }),
];

const link = {
  by: 'case manager',
  on: PHOTO_LINKS,
  sees: isSenders,
  params: (_world: World, { id }: Ids) => ({ id: uploadId(id) }),
} as const;

const photo = {
  by: 'phone with a link',
  on: PHONE_PHOTOS,
  sees: (_caller: Caller, { is }: PhonePhotoObject) => is === 'sent by the link',
  params: (_world: World, { id }: Ids) => ({ id: uploadId(id) }),
} as const;

export const PHOTO_LINK_ROWS: Cell[][] = [
  row({
    call: 'POST /api/photo-links',
    rules: 'FORM-17',
    by: 'case manager',
    on: NOTHING,
    answers: () => 201,
    send: () => ({ body: { room: 8 } }),
  }),
  row({ ...link, call: 'GET /api/photo-links/:id', rules: 'FORM-17', answers: () => 200 }),
  row({ ...link, call: 'DELETE /api/photo-links/:id', rules: 'FORM-17', answers: () => 204 }),
  row({
    call: 'GET /api/phone-photos',
    rules: 'FORM-17',
    by: 'phone with a link',
    on: NOTHING,
    answers: () => 200,
  }),
  row({
    call: 'POST /api/phone-photos',
    rules: 'FORM-17',
    by: 'phone with a link',
    on: NOTHING,
    answers: () => 201,
    send: () => ({ body: { name: 'a.jpg', size: 10, view: 'damage' } }),
  }),
  row({ ...photo, call: 'GET /api/phone-photos/:id', rules: 'FORM-17', answers: () => 200 }),
  row({
    ...photo,
    call: 'PATCH /api/phone-photos/:id',
    rules: 'FORM-17',
    answers: () => 200,
    query: () => 'offset=0',
    send: () => ({
      body: Buffer.from('bild'),
      headers: { 'content-type': 'application/offset+octet-stream' },
    }),
  }),
];
