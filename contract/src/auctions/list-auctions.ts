import * as z from 'zod/mini';
import { companyQuery } from '../categories.ts';
import { isDate } from '../dates.ts';
import { endpoint } from '../endpoint.ts';
import { idParam, repeated, text } from '../fields.ts';
import { cursor, page } from '../paging.ts';
import { may } from '../roles.ts';
import { auctionCard } from './auction.ts';
import { AUCTION_ORDERINGS } from './auction-sorts.ts';

const flag = z.pipe(
  z.enum(['0', '1']),
  z.transform((value: '0' | '1') => value === '1'),
);
const day = z.string().check(z.refine(isDate, 'Ange datum som ÅÅÅÅ-MM-DD'));
const contains = z.optional(text(60));

/** LIST-2: text filters are «contains», dates are Stockholm days (LIST-5). */
export const auctionFilter = z.object({
  ...companyQuery.shape,
  number: contains,
  category: z.optional(repeated(idParam)),
  registration_number: contains,
  chassis_number: contains,
  manufacturer: contains,
  buyer: contains,
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

/** The auctions that the station won and was told of (LIST-6). */
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
