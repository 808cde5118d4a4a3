import { addDays, stockholmDate } from '@restvarde/contract/dates';
import type { Viewer } from '@restvarde/contract/roles';
import { COLLECTION_SENTENCE, type Undo } from '@restvarde/contract/sale-calls/collections';
import type { AppContext } from '../../context.ts';
import { refuse } from '../../http/domain-error.ts';
import { actOnSale } from '../act-on-sale.ts';
import type { PurchaseUndoneJob } from '../emails/purchase-undone.email.tsx';
import { frozenStorage, requireCollection, storeCollection } from '../find-collection.ts';
import { notifyOfEndedBooking } from '../notify-of-booking.ts';
import { markOutcome } from '../notify-winner.ts';

/**
 * Undoes a purchase whose object was not collected in time, or earlier by agreement (PICK-8). The bid no longer
 * wins, the storage fee is frozen, and the buyer keeps its card. Another winner may then be selected (AUC-8).
 * @throws DomainError 404 if there is no such auction; 400 if no winner is notified, the object is handed over,
 * or the time to collect has not passed and the buyer has not agreed
 */
export function undoPurchase(
  context: AppContext,
  viewer: Viewer,
  id: number,
  { reason, agreed = false }: Undo,
): Promise<void> {
  return actOnSale(context, viewer, id, async (tx, { now }) => {
    const found = await requireCollection(tx, id);
    if (found.handed_over_at !== null) throw refuse.detail(COLLECTION_SENTENCE.isHandedOver);
    if (!agreed && stockholmDate(now) <= found.free_until) {
      throw refuse.detail(COLLECTION_SENTENCE.tooEarly(addDays(found.free_until, 1)));
    }
    const storage = frozenStorage(found, now);
    await storeCollection(tx, found.id, { ...storage, undone_at: now });
    await notifyOfEndedBooking(context, tx, found, now);
    const email: PurchaseUndoneJob = { kind: 'purchase-undone', collection_id: found.id };
    return {
      action: 'undo purchase',
      before: { winning_bid_id: found.bid_id },
      after: { winning_bid_id: null, ...storage, agreed, reason },
      standing: {
        winning_bid_id: null,
        winner_reason: null,
        winner_reason_code: null,
        winner_notified_at: null,
        // The decision has been made: nothing is released by time any more (OFFER-4).
        decision_due_at: null,
      },
      emails: [email],
      stations: [await markOutcome(tx, id, found.bid_id)],
      is_open: true,
    };
  });
}
