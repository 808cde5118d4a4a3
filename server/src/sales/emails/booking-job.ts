import { sql } from 'kysely';
import { letterheadOf } from '../../auctions/emails/letterhead-of.ts';
import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import { type CollectionFacts, readCollectionFacts } from './collection-facts.ts';

export interface BookingJob {
  kind: 'booking';
  collection_id: number;
  to: 'manager' | 'yard';
  /** The yard that the object is moved from or to. Otherwise the yard where it is. */
  yard_id?: number;
  /** The booking that the recipient knows, with an ISO 8601 time. Null if it knows of none. */
  before: { booked_dt: string | null; booked_note: string };
}

const NO_BOOKING = { booked_dt: null, booked_note: '' };

/** Null if the booking has not changed, the object is handed over, or there is no recipient. */
export async function bookingEmail(
  context: WorkerContext,
  { collection_id, to, yard_id, before }: BookingJob,
): Promise<Email | null> {
  const facts = await readCollectionFacts(context, collection_id);
  if (!facts || facts.handed_over_at !== null) return null;
  const email =
    to === 'manager'
      ? facts.manager_email
      : yard_id === undefined
        ? facts.yard_email
        : await yardEmail(context, yard_id);
  const isElsewhere = yard_id !== undefined && yard_id !== facts.yard_id;
  const booking = isElsewhere ? NO_BOOKING : bookingOf(facts);
  const was = before.booked_dt === null ? null : new Date(before.booked_dt);
  const isSame = booking.booked_dt?.getTime() === was?.getTime();
  if (!email || (isSame && booking.booked_note === before.booked_note)) return null;
  const { publicUrl } = context.config;
  return renderEmail(
    email,
    () => import('./booking.email.tsx'),
    {
      ...facts,
      ...booking,
      to,
      was,
      moved: yard_id === undefined ? null : isElsewhere ? 'away' : 'here',
      page_url:
        to === 'manager' ? `${publicUrl}/auctions/${facts.auction_id}` : `${publicUrl}/handovers`,
    },
    await letterheadOf(context, facts.auction_id),
  );
}

/** A former buyer's booking does not count. */
function bookingOf({ booked_dt, booked_note, undone_at, withdrawn_at }: CollectionFacts) {
  const isOver = undone_at !== null || withdrawn_at !== null;
  return isOver ? NO_BOOKING : { booked_dt, booked_note };
}

/** Returns the address of a station's contact. Null if there is none. */
async function yardEmail({ pool }: WorkerContext, yard_id: number): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select u.email from mail_readers u
    join service_stations yard on yard.id = u.service_station_id and yard.removed_at is null
    where yard.id = ${yard_id}
    order by u.id limit 1`.execute(pool.db);
  return rows[0]?.email ?? null;
}
