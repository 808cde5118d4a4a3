import * as z from 'zod/mini';
import { companyQuery } from '../categories.ts';
import { isDate } from '../dates.ts';
import { endpoint } from '../endpoint.ts';
import { id, idParam, repeated, text } from '../fields.ts';
import { cursor, page } from '../paging.ts';
import { may } from '../roles.ts';
import { auctionCard } from './auction.ts';
import { AUCTION_ORDERINGS } from './auction-sorts.ts';
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
  /** Its end is today, in Stockholm. */
  ends_today: z.optional(flag),
  /** The caller's station watches it. */
  is_watched: z.optional(flag),
  start_dt: z.optional(day),
  end_dt: z.optional(day),
  is_active: z.optional(flag),
  has_started: z.optional(flag),
  ordering: z.optional(z.enum(AUCTION_ORDERINGS)),
  cursor,
});

export type AuctionFilter = z.output<typeof auctionFilter>;

/** The auctions that the caller may see, by cursor (LIST-1–5). */
export const listAuctions = endpoint({
  method: 'GET',
  path: '/api/auctions',
  summary: 'Auktioner',
  may: may.anyUser,
  query: auctionFilter,
  reply: page(auctionCard),
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

const counts = z.object({ active: z.int(), upcoming: z.int(), ended: z.int() });

export type AuctionCounts = z.infer<typeof counts>;

/** How many of each state a list with these filters has, `COUNT_CAP` at most (LIST-13). */
export const countAuctions = endpoint({
  method: 'GET',
  path: '/api/auctions/counts',
  summary: 'Antal auktioner per status',
  may: may.anyUser,
  query: auctionFilter,
  reply: counts,
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

const suggestion = z.object({
  id,
  number: z.string(),
  manufacturer: z.string(),
  model: z.string(),
  model_year: z.nullable(z.int()),
  registration_number: z.string(),
  is_active: z.boolean(),
  has_started: z.boolean(),
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
