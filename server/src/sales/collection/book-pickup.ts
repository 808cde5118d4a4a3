import type { Viewer } from '@restvarde/contract/roles';
import {
  type Booking,
  COLLECTION_SENTENCE,
  isBookable,
} from '@restvarde/contract/sale-calls/collections';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import { actOnSale } from '../act-on-sale.ts';
import {
  type CurrentCollection,
  requireOwnCollection,
  storeCollection,
} from '../find-collection.ts';
import { notifyOfBooking } from '../notify-of-booking.ts';
import type { SaleAct } from '../record-act.ts';
import { takeSlot } from './slots.ts';

/**
 * Books the winner's pickup time, or moves it (PICK-4).
 * @throws DomainError 404 if the station cannot see the auction or has not won it; 400 at `booked_dt`, before the
 * winner has a code, after the handover, and if the purchase is undone; 400 at `booked_dt` for a time that is not a free
 * slot, where the place has slots (PICK-13)
 */
export function bookPickup(
  context: AppContext,
  viewer: Viewer,
  id: number,
  { booked_dt, note: booked_note = '' }: Booking,
): Promise<void> {
  return actOnSale(context, viewer, id, async (tx, { now }) => {
    const found = await requireOwnCollection(tx, viewer, id);
    if (found.released_at === null) throw refuse.detail(COLLECTION_SENTENCE.notReleased);
    if (!isBookable(booked_dt, now)) {
      throw refuse.field('booked_dt', COLLECTION_SENTENCE.bookingRange);
    }
    const isSame = found.booked_dt?.getTime() === booked_dt.getTime();
    if (isSame && found.booked_note === booked_note) return null;
    // A booked time is kept when the place changes its hours.
    if (!isSame) await takeSlot(tx, found, booked_dt);
    return change(context, tx, found, now, { booked_dt, booked_note });
  });
}

/**
 * Cancels the booking (PICK-4). Does nothing without one.
 * @throws DomainError 404 if the station cannot see the auction or has not won it; 400 after the handover, and if
 * the purchase is undone
 */
export function cancelPickup(context: AppContext, viewer: Viewer, id: number): Promise<void> {
  return actOnSale(context, viewer, id, async (tx, { now }) => {
    const found = await requireOwnCollection(tx, viewer, id);
    if (found.booked_dt === null) return null;
    return change(context, tx, found, now, { booked_dt: null, booked_note: '' });
  });
}

type Booked = Pick<CurrentCollection, 'booked_dt' | 'booked_note'>;

async function change(
  context: Pick<AppContext, 'jobs'>,
  tx: Tx,
  found: CurrentCollection,
  now: Date,
  after: Booked,
): Promise<SaleAct> {
  await storeCollection(tx, found.id, after);
  await notifyOfBooking(context, tx, found, now);
  return {
    action: after.booked_dt === null ? 'cancel pickup' : 'book pickup',
    // Without the note: it is erased after a year, the history is not (GEN-8).
    before: { booked_dt: found.booked_dt },
    after: { booked_dt: after.booked_dt },
    stations: [found.service_station_id],
  };
}
