import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import type { BookingJob } from './emails/booking-job.ts';
import { type StandingCollection, storeCollection } from './find-collection.ts';

/** What changes of a booking in so long is told in one email (PICK-4). */
export const GATHER_MS = 15 * 60_000;

/**
 * Lets the auction's manager and the yard hear of a booking that changes: what has come of it a quarter of an hour
 * after its first change, against what it was before. `found` is the collection as it was.
 */
export async function notifyOfBooking(
  { jobs }: Pick<AppContext, 'jobs'>,
  tx: Tx,
  found: StandingCollection,
  now: Date,
): Promise<void> {
  const { id, booked_dt, booked_note, booking_told_at } = found;
  if (booking_told_at !== null && booking_told_at > now) return;
  const startAfter = new Date(now.getTime() + GATHER_MS);
  await storeCollection(tx, id, { booking_told_at: startAfter });
  const before = { booked_dt: booked_dt?.toISOString() ?? null, booked_note };
  const emails = (['manager', 'yard'] as const).map(
    (to): BookingJob => ({ kind: 'booking', collection_id: id, to, before }),
  );
  await jobs.sendAll(tx, 'mail', emails, { startAfter });
}

/** The same of a collection that ends: who was told of a time hears that nobody comes. */
export async function notifyOfEndedBooking(
  context: Pick<AppContext, 'jobs'>,
  tx: Tx,
  ended: StandingCollection,
  now: Date,
): Promise<void> {
  if (ended.booked_dt !== null) await notifyOfBooking(context, tx, ended, now);
}
