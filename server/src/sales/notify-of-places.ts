import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import type { BookingJob } from './emails/booking.email.tsx';
import type { PickupMovedJob } from './emails/pickup-moved.email.tsx';
import { BATCHING_MS } from './notify-of-booking.ts';

/**
 * Notifies winners of uncollected objects of a changed place or opening hours (PICK-11). It compares the current
 * place with the one that the winner last got by email, because a change of the auction, of its staging area or of the
 * yard can each change it. The first place is the one in the email about the win, so it is only stored. If a booked
 * object moves between two yards, both are notified 15 minutes later. Nodes may run it concurrently: the updated row
 * decides which one notifies. Returns 0, so that the poller does not run it again at once: each run handles all rows.
 */
export function notifyOfPlaces({ pool, jobs }: Pick<AppContext, 'pool' | 'jobs'>): Promise<number> {
  return pool.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Moved>`
      update collections k set told_place = current_place.place, told_yard_id = current_place.yard_id
      from (
        select w.id, yard.id as yard_id, jsonb_build_object(
          'staging_area_name', a.staging_area_name, 'place_street', yard.street, 'place_postal', yard.postal,
          'place_city', yard.city, 'opening_hours', coalesce(area.opening_hours, '')
        ) as place
        from collections w
        join auctions a on a.id = w.auction_id and a.deleted_at is null
        left join staging_areas area on area.id = a.staging_area_id
        left join service_stations yard on yard.id = area.service_station_id
        where w.handed_over_at is null and w.undone_at is null and w.withdrawn_at is null
      ) current_place
      where k.id = current_place.id
        and (k.told_place is distinct from current_place.place or k.told_yard_id is distinct from current_place.yard_id)
        and k.handed_over_at is null and k.undone_at is null and k.withdrawn_at is null
      returning k.id as collection_id, old.told_place as before, old.told_yard_id as from_yard, k.told_yard_id as to_yard,
        k.booked_dt, k.booked_note, now_ms() as now`.execute(tx);
    const moved = rows.filter(({ before }) => before !== null);
    const emails = moved.map(
      ({ collection_id, before }): PickupMovedJob => ({
        kind: 'pickup-moved',
        collection_id,
        before,
      }),
    );
    await jobs.sendAll(tx, 'mail', emails);
    const bookings = moved.flatMap(bookingJobs);
    const [first] = moved;
    if (first === undefined || bookings.length === 0) return 0;
    const waiting = await readWaiting(tx, first.now);
    const newJobs = bookings.filter((job) => !waiting.has(recipientKey(job)));
    const startAfter = new Date(first.now.getTime() + BATCHING_MS);
    await jobs.sendAll(tx, 'mail', newJobs, { startAfter });
    return 0;
  });
}

type Moved = Omit<PickupMovedJob, 'kind'> & {
  from_yard: number | null;
  to_yard: number | null;
  booked_dt: Date | null;
  booked_note: string;
  /** The database's clock. */
  now: Date;
};

/** An email due within this time may have been read already, and does not count as waiting. */
const ABOUT_TO_BE_SENT_MS = 10_000;

const recipientKey = ({ collection_id, yard_id }: Pick<BookingJob, 'collection_id' | 'yard_id'>) =>
  `${collection_id} ${yard_id}`;

/**
 * Returns the yards that already have a waiting email about a booking. It compares the booking, when it is sent, with
 * the one before the first change, so that it covers a later change too.
 */
async function readWaiting(tx: Tx, now: Date): Promise<Set<string>> {
  const until = new Date(now.getTime() + ABOUT_TO_BE_SENT_MS);
  const { rows } = await sql<{ collection_id: number; yard_id: number }>`
    select (data->>'collection_id')::integer as collection_id, (data->>'yard_id')::integer as yard_id
    from pgboss.job
    where name = 'mail' and state = 'created' and start_after > ${until}
      and data->>'kind' = 'booking' and data ? 'yard_id'`.execute(tx);
  return new Set(rows.map(recipientKey));
}

/** Jobs for the yard that had the booked object, and for the one that has it now. */
function bookingJobs({ collection_id, from_yard, to_yard, ...booked }: Moved): BookingJob[] {
  if (booked.booked_dt === null || from_yard === to_yard) return [];
  const { booked_note } = booked;
  const booking = { booked_dt: booked.booked_dt.toISOString(), booked_note };
  return [
    { yard_id: from_yard, before: booking },
    { yard_id: to_yard, before: { booked_dt: null, booked_note: '' } },
  ].flatMap(({ yard_id, before }) =>
    yard_id === null ? [] : [{ kind: 'booking', collection_id, to: 'yard', yard_id, before }],
  );
}
