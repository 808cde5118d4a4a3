import * as z from 'zod/mini';

/** Rows to a page (API-4). */
export const PAGE_SIZE = {
  auctions: 24,
  bids: 50,
  service_stations: 50,
  security_events: 50,
  handovers: 50,
  feed_changes: 100,
} as const;

/** A page of a list: `next` is the address of the next page, with every filter kept, or null (LIST-4). */
// @__NO_SIDE_EFFECTS__
export const page = <S extends z.core.$ZodType>(item: S) =>
  z.object({ results: z.array(item), next: z.nullable(z.string()) });

export interface Page<T> {
  results: T[];
  next: string | null;
}

/** A cursor is opaque to callers: it holds the sort values and the id of the last row of a page. */
export const cursor = z.optional(z.string().check(z.maxLength(600)));
