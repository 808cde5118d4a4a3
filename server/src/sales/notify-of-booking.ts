import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import type { BookingJob } from './emails/booking.email.tsx';
import { type CurrentCollection, storeCollection } from './find-collection.ts';

/** Changes of a booking within this time are sent in one email (PICK-4). */
export const BATCHING_MS = 15 * 60_000;

/**
 * Notifies the auction's manager and the yard of a changed booking. The email is sent 15 minutes after the first
 * change and compares the result with the former booking. `found` is the collection before the change.
 */
export async function notifyOfBooking(
  { jobs }: Pick<AppContext, 'jobs'>,
  tx: Tx,
  found: CurrentCollection,
  now: Date,
): Promise<void> {
  const { id, booked_dt, booked_note, booking_told_at } = found;
  if (booking_told_at !== null && booking_told_at > now) return;
  const startAfter = new Date(now.getTime() + BATCHING_MS);
  await storeCollection(tx, id, { booking_told_at: startAfter });
  const before = { booked_dt: booked_dt?.toISOString() ?? null, booked_note };
  const emails = (['manager', 'yard'] as const).map(
    (to): BookingJob => ({ kind: 'booking', collection_id: id, to, before }),
  );
  await jobs.sendAll(tx, 'mail', emails, { startAfter });
}

/** Notifies the recipients of a booking that nobody comes, because its collection has ended. */
export async function notifyOfEndedBooking(
  context: Pick<AppContext, 'jobs'>,
  tx: Tx,
  ended: CurrentCollection,
  now: Date,
): Promise<void> {
  if (ended.booked_dt !== null) await notifyOfBooking(context, tx, ended, now);
}
