import * as z from 'zod/mini';
import { auction, auctionCard, auctionImage, document } from '../auctions/auction.ts';
import { auctionForm, type SentAuctionForm } from '../auctions/auction-form.ts';
import { condition } from '../auctions/condition.ts';
import { DAMAGE_CONDITIONS } from '../auctions/damage-conditions.ts';
import { documentKind } from '../auctions/document-kinds.ts';
import { type AuctionField, FIELD_NAMES, type FieldKind, fieldSpec } from '../auctions/fields.ts';
import { writtenView } from '../auctions/image-views.ts';
import { companyQuery } from '../categories.ts';
import { isDate } from '../dates.ts';
import { endpoint } from '../endpoint.ts';
import { SENTENCE } from '../errors.ts';
import { id, instant, isStorable, normalLine } from '../fields.ts';
import { DOCUMENT_MAX_BYTES, IMAGE_MAX_BYTES } from '../media.ts';
import { cursor } from '../paging.ts';
import { may } from '../roles.ts';

export const FEED_SENTENCE = {
  deleted: 'Auktionen är raderad.',
  changed_since: 'Ange en tid som 2026-11-20T14:30:00Z',
} as const;

/** True if another system may call an auction by this id (FEED-3). */
export const isExternalId = (written: string) =>
  /^[A-Za-z0-9._~-]{1,64}$/.test(written) && written !== '.' && written !== '..';

type JsonType = 'string' | 'integer' | 'boolean' | 'object' | readonly ['integer' | 'string'];

/** How the description shows a type. `shownAs`: as another schema, or null. */
function jsonOf(field: FeedField, type: JsonType) {
  if (field === 'condition') return { shownAs: condition };
  if (field === 'damage_condition') return { type: 'string', enum: DAMAGE_CONDITIONS };
  return typeof type === 'string'
    ? { type: [type, 'null'] }
    : { type: 'array', items: { type: type[0] } };
}

/** The type of a field's value in JSON. */
const TYPES: Record<FieldKind, JsonType> = {
  text: 'string',
  choice: 'string',
  time: 'string',
  year: 'integer',
  mil: 'integer',
  kronor: 'integer',
  place: 'integer',
  flag: 'boolean',
  categories: ['integer'],
  condition: 'object',
};

/** A field of the body: those of the form, and categories by name. */
export type FeedField = AuctionField | 'category_names';

const FEED_TYPES = {
  ...(Object.fromEntries(
    FIELD_NAMES.map((field) => [field, TYPES[fieldSpec(field).kind]]),
  ) as Record<AuctionField, JsonType>),
  category_names: ['string'],
} as Record<FeedField, JsonType>;

/** Any value, so that all faults are found at once; the description has the type. */
function ofType(field: FeedField, type: JsonType) {
  return z.optional(z.unknown().register(z.globalRegistry, jsonOf(field, type)));
}

/** A misspelled field is refused. Otherwise it would be ignored silently. */
const body = z.strictObject(
  Object.fromEntries(
    Object.entries(FEED_TYPES).map(([field, type]) => [field, ofType(field as FeedField, type)]),
  ) as Record<FeedField, ReturnType<typeof ofType>>,
);

/** What another system sends of an auction, as JSON has it. */
export type FeedBody = Partial<Record<FeedField, unknown>>;

/** The sent fields in the form's format, and the faults of single values. */
export interface FeedForm {
  /** As `sentAuctionForm`, but without categories and a place that are given by name. */
  sent: Partial<SentAuctionForm>;
  category_names?: string[];
  faults: Record<string, string[]>;
  /** The sent values, tidied as the form does (FORM-9), to compare with those of the previous call. */
  tidied: Record<string, unknown>;
}

function hasType(value: unknown, type: JsonType): boolean {
  if (typeof type !== 'string')
    return Array.isArray(value) && value.every((item) => hasType(item, type[0]));
  if (value === null) return true;
  if (type === 'integer') return typeof value === 'number' && Number.isFinite(value);
  if (type === 'object') return typeof value === 'object' && !Array.isArray(value);
  if (type === 'boolean') return typeof value === 'boolean';
  return typeof value === 'string' && isStorable(value);
}

/** A value as the form writes it. Null clears; of a condition only `{}` does (DMG-1). */
function asText(field: FeedField, value: unknown): string | string[] {
  if (Array.isArray(value)) return value.map(String);
  if (field === 'condition') return JSON.stringify(value);
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return String(value);
}

/** The value as the form parses it, or the text itself if that fails. */
function tidy(field: AuctionField, text: string | string[]): unknown {
  const parsed = z.safeParse(auctionForm.shape[field] as z.ZodMiniType, text);
  if (!parsed.success) return text;
  const { data } = parsed;
  if (Array.isArray(data)) return data.toSorted((one, other) => one - other);
  return data instanceof Date ? data.toISOString() : data;
}

/** Adds a value as the form writes it. Names of categories are separate. */
function addText(form: FeedForm, field: FeedField, text: string | string[]): void {
  if (field === 'category_names') {
    form.category_names = [text]
      .flat()
      .map(normalLine)
      .filter((name) => name !== '');
    form.tidied[field] = form.category_names.map((name) => name.toLowerCase()).sort();
    return;
  }
  form.sent[field] = text;
  form.tidied[field] = tidy(field, text);
}

/** Reads values that are texts as the form writes them, such as the row of an import (FEED-7). */
export function readFeedTexts(texts: Partial<Record<FeedField, string | string[]>>): FeedForm {
  const form: FeedForm = { sent: {}, faults: {}, tidied: {} };
  for (const [field, text] of Object.entries(texts)) addText(form, field as FeedField, text);
  return form;
}

/** Reads a body (FEED-3). Ids win over names; an absent field is absent. */
export function readFeedBody(sentBody: FeedBody): FeedForm {
  const form: FeedForm = { sent: {}, faults: {}, tidied: {} };
  for (const field of Object.keys(FEED_TYPES) as FeedField[]) {
    const value = sentBody[field];
    if (value === undefined) continue;
    if (field === 'category_names' && sentBody.category_ids !== undefined) continue;
    if (field === 'staging_area_name' && typeof sentBody.staging_area === 'number') continue;
    if (!hasType(value, FEED_TYPES[field])) {
      form.faults[field] = [SENTENCE.wrong];
      continue;
    }
    addText(form, field, asText(field, value));
  }
  return form;
}

/** Any other id names no auction: 404. */
const existingParams = z.object({ external_id: z.string().check(z.refine(isExternalId)) });

/** What the call would do (FEED-12). */
export const checkedAuction = z.object({ action: z.enum(['create', 'change', 'none']) });

/**
 * Creates the auction that another system calls by the id, or changes it (FEED-3). With `validate_only=1` it returns
 * the result without writing anything (FEED-12).
 */
export const putFeedAuction = endpoint({
  method: 'PUT',
  path: '/api/feed/auctions/:external_id',
  summary: 'Lägg till eller ändra auktion från ett annat system',
  may: may.manageAuctions,
  params: z.object({ external_id: z.string() }),
  query: z.extend(companyQuery, { validate_only: z.optional(z.enum(['0', '1'])) }),
  body,
  mayCreate: true,
  reply: z.union([auction, checkedAuction]),
});

/** An auction that has been deleted (FEED-4). */
export const deletedAuction = z.object({ external_id: z.string(), id, deleted: z.literal(true) });

/** The auction that another system calls by the id, as staff see it (FEED-4). */
export const getFeedAuction = endpoint({
  method: 'GET',
  path: '/api/feed/auctions/:external_id',
  summary: 'En auktion från ett annat system',
  may: may.manageAuctions,
  params: existingParams,
  query: companyQuery,
  reply: z.union([auction, deletedAuction]),
});

/** ISO 8601 with an offset. */
const sinceInstant = z.string({ error: FEED_SENTENCE.changed_since }).check(
  z.refine(
    (text) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
      isDate(text.slice(0, 10)) &&
      !Number.isNaN(Date.parse(text)) &&
      // The offset may move the date out of the permitted years.
      isDate(new Date(text).toISOString().slice(0, 10)),
    FEED_SENTENCE.changed_since,
  ),
);

/**
 * The auctions of other systems that changed at or after an instant, the oldest change first, each once. `until` is the
 * next `changed_since` (FEED-4).
 */
export const listFeedChanges = endpoint({
  method: 'GET',
  path: '/api/feed/auctions',
  summary: 'Ändrade auktioner från andra system',
  may: may.manageAuctions,
  query: z.extend(companyQuery, { changed_since: sinceInstant, cursor }),
  reply: z.object({
    results: z.array(z.union([auctionCard, deletedAuction])),
    next: z.nullable(z.string()),
    until: instant,
  }),
});

/** The answer when the same bytes were sent before and a person has removed the file. */
export const removedFile = z.object({ removed: z.literal(true) });

/** Adds a picture to the auction, unless it has the same bytes already (FEED-4). */
export const addFeedImage = endpoint({
  method: 'POST',
  path: '/api/feed/auctions/:external_id/images',
  summary: 'Lägg till bild från ett annat system',
  may: may.manageAuctions,
  params: existingParams,
  query: companyQuery,
  multipart: { field: 'image', max_bytes: IMAGE_MAX_BYTES },
  body: z.object({ view: z.optional(writtenView) }),
  mayCreate: true,
  reply: z.union([auctionImage, removedFile]),
});

/** Adds a document to the auction, unless it has the same bytes already (FEED-4). */
export const addFeedFile = endpoint({
  method: 'POST',
  path: '/api/feed/auctions/:external_id/files',
  summary: 'Lägg till dokument från ett annat system',
  may: may.manageAuctions,
  params: existingParams,
  query: companyQuery,
  multipart: { field: 'file', max_bytes: DOCUMENT_MAX_BYTES },
  body: z.object({ kind: z.optional(documentKind) }),
  mayCreate: true,
  reply: z.union([document, removedFile]),
});
