import * as z from 'zod/mini';
import { auction } from '../auctions/auction.ts';
import { localTime } from '../auctions/auction-form.ts';
import { addDays, isDate, stockholmDate } from '../dates.ts';
import { endpoint } from '../endpoint.ts';
import { SENTENCE } from '../errors.ts';
import {
  idParam,
  idParams,
  ifValidSoFar,
  kronor,
  lines,
  requiredLines,
  requiredText,
  TIME_SENTENCE,
  text,
} from '../fields.ts';
import { DOCUMENT_MAX_BYTES } from '../media.ts';
import { may } from '../roles.ts';
import { saleDocument } from '../sale/collection.ts';
import { readCode } from '../sale/release-code.ts';

/** A pickup can be booked at most this many days ahead (PICK-4). */
export const BOOKING_DAYS = 60;

/** PICK-2–PICK-8, verbatim. */
export const COLLECTION_SENTENCE = {
  bookingDate: 'Välj en dag',
  bookingRange: `Välj en tid inom ${BOOKING_DAYS} dagar`,
  notReleased: 'Objektet lämnas ut efter betalning.',
  isUndone: 'Köpet är hävt.',
  future: 'Datumet kan inte vara i framtiden',
  date: 'Ange ett datum',
  waivedDays: 'Ange mellan 0 och 365 dygn',
  whyWaived: 'Ange varför dygn stryks',
  collectedBy: 'Ange vem som hämtade',
  code: 'Ange köparens kod',
  wrongCode: 'Koden stämmer inte.',
  whyWithoutCode: 'Ange varför utlämning sker utan kod',
  notPaid: 'Objektet är inte betalt.',
  isHandedOver: 'Objektet är utlämnat.',
  handedOver: (date: string) => `Objektet är redan utlämnat ${date}.`,
  none: 'Ingen vinnare är meddelad.',
  tooManyDocuments: 'Ett köp kan ha högst 20 dokument.',
  whyUndone: 'Ange varför köpet hävs',
  tooEarly: (date: string) => `Köpet kan hävas tidigast ${date}.`,
} as const;

const REASON_LENGTH = 500;
const reason = z.optional(lines(REASON_LENGTH));

const paidAt = z.string({ error: COLLECTION_SENTENCE.date }).check(
  z.refine((written) => isDate(written), COLLECTION_SENTENCE.date),
  z.refine((written) => written <= stockholmDate(new Date()), {
    error: COLLECTION_SENTENCE.future,
    when: ifValidSoFar,
  }),
);

/** The seller's notes on a collection: the day of payment, and waived storage with the reason (PICK-3). */
export const collectionChange = z
  .object({
    paid_at: z.optional(z.nullable(paidAt)),
    waived_days: z.optional(
      z
        .int({ error: COLLECTION_SENTENCE.waivedDays })
        .check(
          z.gte(0, COLLECTION_SENTENCE.waivedDays),
          z.lte(365, COLLECTION_SENTENCE.waivedDays),
        ),
    ),
    reason,
  })
  .check(
    z.refine((form) => form.waived_days === undefined || Boolean(form.reason), {
      path: ['reason'],
      error: COLLECTION_SENTENCE.whyWaived,
    }),
  );

export type CollectionChange = z.output<typeof collectionChange>;

/** When the winner collects, in Stockholm time, and a message to the yard (PICK-4). */
export const bookingForm = z.object({
  booked_dt: localTime(COLLECTION_SENTENCE.bookingDate, TIME_SENTENCE),
  note: z.optional(lines(300)),
});

export type Booking = z.output<typeof bookingForm>;

/** True if a time can be booked now: in the future, and not too far ahead (PICK-4). */
export const isBookable = (booked_dt: Date, now: Date) =>
  booked_dt > now && stockholmDate(booked_dt) <= addDays(stockholmDate(now), BOOKING_DAYS);

/** Who collected an object, and the release code, or the reason for handing over without it (PICK-5). */
export const handOverForm = z.object({
  release_code: z.optional(
    text(20).check(z.overwrite(readCode), z.minLength(1, COLLECTION_SENTENCE.code)),
  ),
  collected_by: requiredText(100, COLLECTION_SENTENCE.collectedBy).check(
    z.minLength(2, COLLECTION_SENTENCE.collectedBy),
  ),
  reason: z.optional(requiredLines(REASON_LENGTH, COLLECTION_SENTENCE.whyWithoutCode)),
});

export type HandOver = z.output<typeof handOverForm>;

/** Why a purchase is undone, and whether the buyer agrees, as required until `free_until` has passed (PICK-8). */
export const undoForm = z.object({
  reason: requiredLines(REASON_LENGTH, COLLECTION_SENTENCE.whyUndone),
  agreed: z.optional(z.boolean({ error: SENTENCE.wrong })),
});

export type Undo = z.output<typeof undoForm>;

/** Notes the day of payment, or storage that is waived (PICK-3, PICK-6). */
export const changeCollection = endpoint({
  method: 'PATCH',
  path: '/api/auctions/:id/collection',
  summary: 'Notera betalning, stryk lagring',
  may: may.manageAuctions,
  params: idParams,
  body: collectionChange,
  reply: auction,
});

/** Books the winner's time to collect; a new time replaces the one before (PICK-4). */
export const bookPickup = endpoint({
  method: 'PUT',
  path: '/api/auctions/:id/collection/booking',
  summary: 'Boka hämtning',
  may: may.actAsStation,
  params: idParams,
  body: bookingForm,
  reply: auction,
});

/** A day with free slots: the cost of storage if the object is collected then, and the slots' local starts, HH:MM. */
export const slotDay = z.object({
  date: z.string(),
  storage_days: z.int(),
  /** Excluding VAT. */
  storage_cost: kronor,
  times: z.array(z.string()),
});

export type SlotDay = z.infer<typeof slotDay>;

/** The slots that the winner can book at the object's place. `days` is null at a place without slots (PICK-13). */
export const listSlots = endpoint({
  method: 'GET',
  path: '/api/auctions/:id/collection/slots',
  summary: 'Lediga tider för hämtning',
  may: may.actAsStation,
  params: idParams,
  reply: z.object({
    opening_hours: z.string(),
    slot_minutes: z.nullable(z.int()),
    days: z.nullable(z.array(slotDay)),
  }),
});

/** Cancels the booked time (PICK-4). */
export const cancelPickup = endpoint({
  method: 'DELETE',
  path: '/api/auctions/:id/collection/booking',
  summary: 'Avboka hämtning',
  may: may.actAsStation,
  params: idParams,
  reply: auction,
});

/** Hands the object over by the winner's release code, for staff and the object's yard (PICK-5, PICK-7). */
export const handOver = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/collection/hand-over',
  summary: 'Lämna ut',
  may: may.handOver,
  params: idParams,
  body: handOverForm,
  reply: z.object({ handed_over_at: z.string() }),
});

/** Undoes a purchase; another winner may be chosen (PICK-8). */
export const undoPurchase = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/collection/undo',
  summary: 'Häv köpet',
  may: may.manageAuctions,
  params: idParams,
  body: undoForm,
  reply: auction,
});

/** The most papers of a sale (PICK-9). */
export const SALE_DOCUMENTS = 20;

/** Adds a paper that the winner may read (form data, field `file`); its name defaults to the file's (PICK-9). */
export const addSaleDocument = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/collection/documents',
  summary: 'Lägg till dokument till köpet',
  may: may.manageAuctions,
  params: idParams,
  multipart: { field: 'file', max_bytes: DOCUMENT_MAX_BYTES },
  body: z.object({ name: z.optional(text(120)) }),
  status: 201,
  reply: saleDocument,
});

/** Removes a paper from the winner's view; it is kept for the accounts (PICK-9). */
export const removeSaleDocument = endpoint({
  method: 'DELETE',
  path: '/api/auctions/:id/collection/documents/:documentId',
  summary: 'Ta bort dokument från köpet',
  may: may.manageAuctions,
  params: z.object({ id: idParam, documentId: idParam }),
});

/** The hand-over slip as a PDF: object, place, buyer, and the code as text and QR (PICK-9). */
export const getCollectionSlip = endpoint({
  method: 'GET',
  path: '/api/auctions/:id/collection/slip',
  summary: 'Utlämningssedel',
  may: may.anyUser,
  params: idParams,
  download: { name: 'utlamningssedel.pdf', type: 'application/pdf' },
});
