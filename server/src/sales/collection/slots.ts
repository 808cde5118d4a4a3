import type { Reply } from '@restvarde/contract/endpoint';
import {
  type BookingHours,
  bookableDays,
  HOURS_SENTENCE,
  hoursFault,
  slotAt,
  slotInstants,
} from '@restvarde/contract/hours/booking-hours';
import type { Viewer } from '@restvarde/contract/roles';
import { storageCost, storageDays } from '@restvarde/contract/sale/storage';
import {
  BOOKING_DAYS,
  COLLECTION_SENTENCE,
  type listSlots,
} from '@restvarde/contract/sale-calls/collections';
import { sql } from 'kysely';
import { findAuction } from '../../auctions/access/locked-auction.ts';
import type { AppContext } from '../../context.ts';
import type { Database, Tx } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import { type CurrentCollection, requireOwnCollection } from '../find-collection.ts';

/**
 * Takes a slot at the object's place, if the place has slots (PICK-13). A lock on the place orders bookings of
 * different objects, so that of two for the last free place one is refused. Taken after the auction's lock.
 * @throws DomainError 400 at `booked_dt` outside the hours, between two slots, and if the slot is full
 */
export async function takeSlot(
  tx: Tx,
  { id, auction_id }: Pick<CurrentCollection, 'id' | 'auction_id'>,
  booked_dt: Date,
): Promise<void> {
  const place = await readPlace(tx, auction_id);
  if (place?.booking_hours == null) return;
  const hours = place.booking_hours;
  const fault = hoursFault(hours, booked_dt);
  if (fault !== null) throw refuse.field('booked_dt', fault);
  await sql`select pg_advisory_xact_lock(hashtext('slots of a place'), ${place.id})`.execute(tx);
  const { start, end } = slotAt(hours, booked_dt);
  const taken = await readBooked(tx, place.id, id, start, end);
  if (taken.length >= hours.places) throw refuse.field('booked_dt', HOURS_SENTENCE.full);
}

/**
 * Returns the slots that the winner can book, and the cost of storage until each day (PICK-13).
 * @throws DomainError 404 if the station cannot see the auction or has not won it; 400 before the winner has a code,
 * after the handover, and if the purchase is undone
 */
export async function readSlots(
  { pool }: Pick<AppContext, 'pool'>,
  viewer: Viewer,
  id: number,
): Promise<Reply<typeof listSlots>> {
  const { now } = await findAuction(pool.db, viewer, id);
  const found = await requireOwnCollection(pool.db, viewer, id);
  if (found.released_at === null) throw refuse.detail(COLLECTION_SENTENCE.notReleased);
  const place = await readPlace(pool.db, id);
  const opening_hours = place?.opening_hours ?? '';
  const hours = place?.booking_hours ?? null;
  if (place === undefined || hours === null) {
    return { opening_hours, slot_minutes: null, days: null };
  }
  const dates = bookableDays(now, BOOKING_DAYS);
  const until = new Date(now.getTime() + (BOOKING_DAYS + 2) * 86_400_000);
  const booked = await readBooked(
    pool.db,
    place.id,
    found.id,
    new Date(now.getTime() - 86_400_000),
    until,
  );
  const days = dates.map((date) => {
    const times = slotInstants(hours, date)
      .filter(({ start }) => start > now && countIn(booked, hours, start) < hours.places)
      .map(({ local }) => local);
    const storage_days = storageDays(found, new Date(`${date}T12:00:00Z`));
    return { date, storage_days, storage_cost: storageCost(storage_days), times };
  });
  return {
    opening_hours,
    slot_minutes: hours.slot_minutes,
    days: days.filter(({ times }) => times.length > 0),
  };
}

function countIn(booked: readonly Date[], hours: BookingHours, at: Date): number {
  const { start, end } = slotAt(hours, at);
  return booked.filter((time) => time >= start && time < end).length;
}

/** The staging area of an auction's object; undefined if it is at a place that is none. */
const readPlace = (db: Database | Tx, auction: number) =>
  db
    .selectFrom('auctions')
    .innerJoin('staging_areas', 'staging_areas.id', 'auctions.staging_area_id')
    .select(['staging_areas.id', 'staging_areas.booking_hours', 'staging_areas.opening_hours'])
    .where('auctions.id', '=', auction)
    .executeTakeFirst();

/** The booked times at a place from `from` until before `until`, in order, without the collection's own. */
async function readBooked(
  db: Database | Tx,
  place: number,
  collection: number,
  from: Date,
  until: Date,
): Promise<Date[]> {
  const { rows } = await sql<{ booked_dt: Date }>`
    select booked_dt from booked_times
    where staging_area_id = ${place} and booked_dt >= ${from} and booked_dt < ${until} and collection_id <> ${collection}
    order by booked_dt`.execute(db);
  return rows.map(({ booked_dt }) => booked_dt);
}
