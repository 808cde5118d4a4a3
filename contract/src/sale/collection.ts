import * as z from 'zod/mini';
import { id, instant, kronor } from '../fields.ts';

/** How far a notified winner's collection of the object has come (PICK-1). */
export const collectionState = z.enum(['awaiting', 'booked', 'handed_over', 'undone']);

export type CollectionState = z.output<typeof collectionState>;

/** A paper of a sale: an invoice, a proxy. `file` is its address, signed and expiring; `size` in bytes (PICK-9). */
export const saleDocument = z.object({
  id,
  name: z.string(),
  file: z.string(),
  size: z.int(),
});

export type SaleDocument = z.infer<typeof saleDocument>;

/** A notified winner's collection of the object, as that station and staff see it (PICK-1). Dates are YYYY-MM-DD. */
export const collection = z.object({
  state: collectionState,
  /** Six characters; null for the winner until it is released (PICK-2). */
  release_code: z.nullable(z.string()),
  /** The winner gets the code after payment. */
  release_after_payment: z.boolean(),
  /** Since when the winner has the code. */
  released_at: z.nullable(instant),
  /** A day, unlike the other `_at`. */
  paid_at: z.nullable(z.string()),
  /** The last day of free storage (PICK-6). */
  free_until: z.string(),
  storage_days: z.int(),
  /** Excluding VAT. */
  storage_cost: kronor,
  waived_days: z.int(),
  /** When the winner comes (PICK-4). */
  booked_dt: z.nullable(instant),
  /** Who comes, and with what vehicle. */
  booked_note: z.string(),
  /** Opening hours of the staging area as free text; '' if there are none. */
  opening_hours: z.string(),
  handed_over_at: z.nullable(instant),
  collected_by: z.nullable(z.string()),
  /** The company, or the service station that handed it over. */
  handed_over_by: z.nullable(z.string()),
  documents: z.array(saleDocument),
});

export type Collection = z.infer<typeof collection>;
