import * as z from 'zod/mini';
import { companyQuery } from '../categories.ts';
import { isDate } from '../dates.ts';
import { endpoint } from '../endpoint.ts';
import { id, idParam, instant, repeated, text } from '../fields.ts';
import { cursor, page } from '../paging.ts';
import { may } from '../roles.ts';
import { SALE_OUTCOMES } from '../sale/outcome.ts';
import { auctionCard } from './auction.ts';
import { AUCTION_ORDERINGS } from './auction-sorts.ts';
import { damageCode, runAndDrive } from './condition-codes.ts';
import { SEARCH_MAX } from './list-limits.ts';

const flag = z.pipe(
  z.enum(['0', '1']),
  z.transform((value: '0' | '1') => value === '1'),
);
const day = z.string().check(z.refine(isDate, 'Ange datum som ÅÅÅÅ-MM-DD'));
const contains = z.optional(text(60));
const count = z.pipe(
  z.string().check(z.regex(/^\d{1,7}$/, 'Ange ett heltal.')),
  z.transform((value: string) => Number(value)),
);
const amount = z.pipe(
  z.string().check(z.regex(/^\d{1,9}$/, 'Ange ett heltal.')),
  z.transform((value: string) => Number(value)),
);
/** Any of these values, compared as a whole. */
const anyOf = z.optional(repeated(text(200)));

/** LIST-2, LIST-12: text filters are «contains», dates are Stockholm days (LIST-5). */
export const auctionFilter = z.object({
  ...companyQuery.shape,
  /** Words, each a prefix of a word of the auction (LIST-11). */
  q: z.optional(text(SEARCH_MAX)),
  /** Only these auctions (LIST-15). */
  id: z.optional(repeated(idParam)),
  number: contains,
  category: z.optional(repeated(idParam)),
  registration_number: contains,
  chassis_number: contains,
  manufacturer: contains,
  model: contains,
  staging_area_name: contains,
  company_name: contains,
  buyer: contains,
  damage_condition: z.optional(z.enum(['DISASSEMBLY', 'REPAIR'])),
  model_year_from: z.optional(count),
  model_year_to: z.optional(count),
  /** In mil. */
  mileage_to: z.optional(count),
  /** Any of these (LIST-12). */
  run_and_drive: z.optional(repeated(runAndDrive)),
  primary_damage: z.optional(repeated(damageCode)),
  manufacturers: anyOf,
  places: anyOf,
  /** The sellers, by name. */
  companies: anyOf,
  /** The price that the list shows the viewer, in kronor. */
  price_from: z.optional(amount),
  price_to: z.optional(amount),
  /** Its end is today, in Stockholm. */
  ends_today: z.optional(flag),
  /** The caller's station watches it. */
  is_watched: z.optional(flag),
  start_dt: z.optional(day),
  end_dt: z.optional(day),
  is_active: z.optional(flag),
  has_started: z.optional(flag),
  /** Only ended auctions with this outcome; for staff (AUC-19). */
  outcome: z.optional(z.enum(SALE_OUTCOMES)),
  ordering: z.optional(z.enum(AUCTION_ORDERINGS)),
  cursor,
});

export type AuctionFilter = z.output<typeof auctionFilter>;

/** A page of a list of auctions. */
export const auctionPage = page(auctionCard);

/** The auctions that the caller may see, by cursor (LIST-1–5). */
export const listAuctions = endpoint({
  method: 'GET',
  path: '/api/auctions',
  summary: 'Auktioner',
  may: may.anyUser,
  query: auctionFilter,
  reply: auctionPage,
});

/** The auctions that the station has bid on or watches (LIST-6). */
export const listMyAuctions = endpoint({
  ...listAuctions,
  path: '/api/my-auctions',
  summary: 'Mina auktioner',
  may: may.actAsStation,
});

/** The auctions that the station won and was notified of (LIST-6). */
export const listWonAuctions = endpoint({
  ...listAuctions,
  path: '/api/won-auctions',
  summary: 'Vunna auktioner',
  may: may.actAsStation,
});

/** The list as CSV, with its filters and order (LIST-10): UTF-8 with BOM, semicolons. */
export const exportAuctions = endpoint({
  method: 'GET',
  path: '/api/auctions/export',
  summary: 'Exportera auktioner',
  may: may.manageAuctions,
  query: auctionFilter,
  download: { name: 'auktioner.csv', type: 'text/csv; charset=utf-8' },
});

/** How many auctions of a list have each state. */
export const auctionCounts = z.object({ active: z.int(), upcoming: z.int(), ended: z.int() });

export type AuctionCounts = z.infer<typeof auctionCounts>;

/** How many of each state a list with these filters has, `COUNT_CAP` at most (LIST-13). */
export const countAuctions = endpoint({
  method: 'GET',
  path: '/api/auctions/counts',
  summary: 'Antal auktioner per status',
  may: may.anyUser,
  query: auctionFilter,
  reply: auctionCounts,
});

/** Counts of Mina auktioner. */
export const countMyAuctions = endpoint({
  ...countAuctions,
  path: '/api/my-auctions/counts',
  summary: 'Antal av mina auktioner per status',
  may: may.actAsStation,
});

/** Counts of Vunna auktioner. */
export const countWonAuctions = endpoint({
  ...countAuctions,
  path: '/api/won-auctions/counts',
  summary: 'Antal vunna auktioner',
  may: may.actAsStation,
});

/** A value of a filter, and how many auctions have it. */
export const auctionFacet = z.object({ value: z.string(), count: z.int() });

/** The values of a list’s filters. */
export const auctionFacets = z.object({
  /** How many auctions the list has with all filters. */
  total: z.int(),
  /** There are more than were counted (`FACET_CAP`): each count is a minimum. */
  is_capped: z.boolean(),
  manufacturers: z.array(auctionFacet),
  places: z.array(auctionFacet),
  companies: z.array(auctionFacet),
});

export type AuctionFacets = z.infer<typeof auctionFacets>;

/** How many auctions of a list have each value of its filters; the filter's own values are ignored (LIST-18). */
export const countFacets = endpoint({
  method: 'GET',
  path: '/api/auctions/facets',
  summary: 'Antal auktioner per fabrikat, plats och bolag',
  may: may.anyUser,
  query: auctionFilter,
  reply: auctionFacets,
});

/** The counts of `countFacets` for Mina auktioner. */
export const countMyFacets = endpoint({
  ...countFacets,
  path: '/api/my-auctions/facets',
  summary: 'Antal av mina auktioner per fabrikat, plats och bolag',
  may: may.actAsStation,
});

/** The counts of `countFacets` for Vunna auktioner. */
export const countWonFacets = endpoint({
  ...countFacets,
  path: '/api/won-auctions/facets',
  summary: 'Antal vunna auktioner per fabrikat, plats och bolag',
  may: may.actAsStation,
});

const suggestion = z.object({
  id,
  number: z.string(),
  manufacturer: z.string(),
  model: z.string(),
  model_year: z.nullable(z.int()),
  registration_number: z.string(),
  is_active: z.boolean(),
  has_started: z.boolean(),
  end_dt: instant,
  thumb: z.nullable(z.string()),
  start_bid: z.int(),
  highest_bid: z.nullable(z.int()),
  my_bid: z.nullable(z.int()),
  winning_bid: z.nullable(z.int()),
  has_notified_winner: z.boolean(),
});

export type Suggestion = z.infer<typeof suggestion>;

/** The first auctions that a search finds, in the order of the list (LIST-11). */
export const suggestAuctions = endpoint({
  method: 'GET',
  path: '/api/auctions/suggestions',
  summary: 'Sökförslag',
  may: may.anyUser,
  query: z.object({ ...companyQuery.shape, q: text(SEARCH_MAX) }),
  reply: z.object({ results: z.array(suggestion) }),
});
