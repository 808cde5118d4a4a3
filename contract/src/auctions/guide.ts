import * as z from 'zod/mini';
import { companyQuery } from '../categories.ts';
import { endpoint } from '../endpoint.ts';
import { kronor, requiredText } from '../fields.ts';
import { may } from '../roles.ts';
import { FORM_SENTENCE } from './auction-form.ts';
import { DAMAGE_CONDITIONS } from './damage-conditions.ts';

/** Amounts are shown from this number of sales (GUIDE-1). */
export const GUIDE_MIN_SALES = 5;
/** Auctions that ended in the last 24 months count (GUIDE-1). */
export const GUIDE_PERIOD_MONTHS = 24;
/** The largest difference between the model years of similar objects (GUIDE-1). */
export const GUIDE_MAX_YEARS_APART = 2;

export const GUIDE_SENTENCE = { model: 'Du måste ange en modell' };

/** What the company sold similar objects for. The amounts are null with fewer than `GUIDE_MIN_SALES` sales. */
export const priceGuide = z.object({
  count: z.int(),
  median: z.nullable(kronor),
  /** The first and the third quartile. */
  low: z.nullable(kronor),
  high: z.nullable(kronor),
});

export type PriceGuide = z.infer<typeof priceGuide>;

/** The prices of the company's own sales of a model (GUIDE-1). */
export const getGuide = endpoint({
  method: 'GET',
  path: '/api/guide',
  summary: 'Riktvärde',
  may: may.manageAuctions,
  query: z.object({
    ...companyQuery.shape,
    manufacturer: requiredText(60, FORM_SENTENCE.manufacturer),
    model: requiredText(80, GUIDE_SENTENCE.model),
    damage_condition: z.enum(DAMAGE_CONDITIONS, {
      error: (issue) => (issue.input === undefined ? FORM_SENTENCE.damageCondition : undefined),
    }),
    model_year: z.optional(
      z.pipe(
        z.string().check(z.regex(/^\d{1,4}$/, 'Ange ett heltal.')),
        z.transform((year: string) => Number(year)),
      ),
    ),
  }),
  reply: priceGuide,
});
