import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { may } from '../roles.ts';

// Separate from `saved-searches.ts`, whose schemas are not part of the list's first view.

/** The filters of the list that a saved search keeps (SAVED-1). */
export const SAVED_FILTERS = {
  q: true,
  number: true,
  category: true,
  registration_number: true,
  chassis_number: true,
  manufacturer: true,
  model: true,
  staging_area_name: true,
  company_name: true,
  damage_condition: true,
  model_year_from: true,
  model_year_to: true,
  mileage_to: true,
  run_and_drive: true,
  primary_damage: true,
  manufacturers: true,
  places: true,
  companies: true,
  price_from: true,
  price_to: true,
} as const;

/** A query as in the URL of the list: texts, and an array of texts for a filter that may be repeated. */
export type SavedQuery = Record<string, string | string[]>;

/** The order of the values of a repeated filter, so that equal queries are written alike. */
export const bySavedValue = (one: string, other: string): number =>
  one.localeCompare(other, 'en', { numeric: true });

/** When its user is sent an email: at the start of each matching auction, once a day, or never. */
export const savedFrequency = z.enum(['direct', 'daily', 'off']);

export type SavedFrequency = z.output<typeof savedFrequency>;

export const savedSearch = z.object({
  id,
  name: z.string(),
  /** Empty if its only filter was a category that has been removed (SAVED-3). */
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  frequency: savedFrequency,
});

export type SavedSearch = z.infer<typeof savedSearch>;

/** The caller's saved searches, by name (SAVED-1). */
export const listSavedSearches = endpoint({
  method: 'GET',
  path: '/api/saved-searches',
  summary: 'Sparade sökningar',
  may: may.actAsStation,
  reply: z.array(savedSearch),
});
