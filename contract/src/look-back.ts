import * as z from 'zod/mini';
import { companyQuery } from './categories.ts';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { may } from './roles.ts';

/** The number of months, the current one included (HOME-6). */
export const LOOK_BACK_MONTHS = 12;

const sums = {
  /** Auctions that ended. */
  ended: z.int(),
  /** Those of them that have a winner. */
  sold: z.int(),
  /** Kronor: all winning bids. */
  sold_total: z.int(),
  /** Kronor: the winning bids on objects with a reserve, and these reserves. */
  reserved_total: z.int(),
  reserve_total: z.int(),
  /** Days on average from the end until there was a winner, with one decimal; null without any. */
  decision_days: z.nullable(z.number()),
  /** Days on average from the end until the winner was notified and could collect; null without any. */
  notice_days: z.nullable(z.number()),
  /** Days on average from the end until the object was handed over; null where none has been. */
  collection_days: z.nullable(z.number()),
};

export type SaleSums = z.infer<z.ZodMiniObject<typeof sums>>;

/** The results of a category or a company. */
export const lookBackPart = z.object({ id, name: z.string(), ...sums });

export const lookBack = z.object({
  /** By the month in Stockholm in which they ended, YYYY-MM, oldest first, including months without auctions. */
  months: z.array(z.object({ month: z.string(), ...sums })),
  /** All the months together by category, the largest first; an auction counts in each of its categories. */
  categories: z.array(lookBackPart),
  /** By company, for those who look at several; else empty. */
  companies: z.array(lookBackPart),
});

export type LookBack = z.infer<typeof lookBack>;

/** The results of auctions that ended in the last twelve months, a minute old at most (HOME-6). */
export const getLookBack = endpoint({
  method: 'GET',
  path: '/api/statistics/look-back',
  summary: 'Tillbakablick',
  may: may.manageAuctions,
  query: companyQuery,
  reply: lookBack,
});

/** The look-back as CSV: one row for each month, category and company. */
export const exportLookBack = endpoint({
  method: 'GET',
  path: '/api/statistics/look-back/export',
  summary: 'Exportera tillbakablick',
  may: may.manageAuctions,
  query: companyQuery,
  download: { name: 'tillbakablick.csv', type: 'text/csv; charset=utf-8' },
});
