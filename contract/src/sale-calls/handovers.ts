import * as z from 'zod/mini';
import { companyQuery } from '../categories.ts';
import { endpoint } from '../endpoint.ts';
import { id, instant, text } from '../fields.ts';
import { cursor, page } from '../paging.ts';
import { may } from '../roles.ts';
import { collectionState } from '../sale/collection.ts';

/** The filter of the hand-over list; by default all that are not handed over yet. */
export const HANDOVER_STATES = ['awaiting', 'booked', 'handed_over'] as const;

export const handoverFilter = z.extend(companyQuery, {
  state: z.optional(z.enum(HANDOVER_STATES)),
  /** A buyer's code, or a part of a registration, chassis or object number (PICK-16). */
  q: z.optional(text(40)),
  cursor,
});

export type HandoverFilter = z.output<typeof handoverFilter>;

/** An object to be collected, with what the yard needs: no amount, no code, no bid (PICK-7). */
export const handover = z.object({
  auction_id: id,
  number: z.string(),
  manufacturer: z.string(),
  model: z.string(),
  registration_number: z.string(),
  chassis_number: z.string(),
  /** The address of its first picture, 78 high; null without one. */
  thumb: z.nullable(z.string()),
  staging_area_name: z.string(),
  /** The buyer's name. */
  service_station_name: z.string(),
  state: collectionState,
  booked_dt: z.nullable(instant),
  booked_note: z.string(),
  /** The last day of free storage, YYYY-MM-DD. */
  free_until: z.string(),
  /** False until the required payment. */
  may_be_released: z.boolean(),
  /** True if a payment is recorded. */
  is_paid: z.boolean(),
  /** `q` is the code of this object's buyer (PICK-16). */
  code_matches: z.boolean(),
  handed_over_at: z.nullable(instant),
  collected_by: z.nullable(z.string()),
});

export type Handover = z.infer<typeof handover>;

/**
 * Who probably collects, by the buyer's message, to prefill the name: «Kim» of «Kim med bärgare», or the buyer's name
 * (PICK-16).
 */
export function collectorOf(row: Pick<Handover, 'booked_note' | 'service_station_name'>): string {
  const [who = ''] = row.booked_note.split(/[,.;:\n(]| med | i /);
  const name = who.trim();
  return name.length >= 2 && name.length <= 100 ? name : row.service_station_name;
}

/** The answer at the gate: whether the object may be handed over (PICK-16). */
export function gateAnswer(row: Pick<Handover, 'may_be_released' | 'is_paid'>): string {
  if (!row.may_be_released) return 'Ej betald. Lämna inte ut.';
  return row.is_paid ? 'Betald. Lämna ut.' : 'Lämna ut.';
}

/**
 * The objects to collect at the caller's staging area, or for staff of the company's auctions. By booked time, then
 * by the last day of free storage; what was handed over with the newest first (PICK-7).
 */
export const listHandovers = endpoint({
  method: 'GET',
  path: '/api/handovers',
  summary: 'Utlämningar',
  may: may.handOver,
  query: handoverFilter,
  reply: page(handover),
});
