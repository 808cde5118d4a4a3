import type { Viewer } from '@restvarde/contract/roles';
import {
  COLLECTION_SENTENCE,
  type CollectionChange,
} from '@restvarde/contract/sale-calls/collections';
import type { AppContext } from '../../context.ts';
import { refuse } from '../../http/domain-error.ts';
import { actOnSale } from '../act-on-sale.ts';
import type { ReleaseCodeJob } from '../emails/release-code.email.tsx';
import { type CurrentCollection, requireCollection, storeCollection } from '../find-collection.ts';

/**
 * Sets the payment date and the waived storage days (PICK-3, PICK-6). If the code requires the payment, the
 * winner gets it by email once the date is set, and loses it if the date is cleared.
 * @throws DomainError 404 if there is no such auction; 400 if no winner is notified, or the object is handed over
 */
export function changeCollection(
  context: AppContext,
  viewer: Viewer,
  id: number,
  change: CollectionChange,
): Promise<void> {
  return actOnSale(context, viewer, id, async (tx, sale) => {
    const found = await requireCollection(tx, id);
    if (found.handed_over_at !== null && isFrozen(change)) {
      throw refuse.detail(COLLECTION_SENTENCE.isHandedOver);
    }
    const after = difference(found, change);
    if (after === null) return null;
    const released_at = releasedAt(found, after.paid_at, sale.now);
    await storeCollection(tx, found.id, { ...after, released_at });
    const email: ReleaseCodeJob = { kind: 'release-code', collection_id: found.id };
    const isReleased = found.released_at === null && released_at !== null;
    return {
      action: 'change collection',
      before: Object.fromEntries(
        Object.keys(after).map((name) => [name, found[name as keyof typeof after]]),
      ),
      after: { ...after, ...(change.reason && { reason: change.reason }) },
      emails: isReleased ? [email] : [],
      stations: [found.service_station_id],
    };
  });
}

/** After the handover only a payment can be added. */
const isFrozen = (change: CollectionChange) =>
  change.paid_at === null || change.waived_days !== undefined;

type Changed = Partial<Pick<CurrentCollection, 'paid_at' | 'waived_days'>>;

function difference(found: CurrentCollection, change: CollectionChange): Changed | null {
  const { paid_at, waived_days } = change;
  const changed: Changed = {
    ...(paid_at !== undefined && paid_at !== found.paid_at && { paid_at }),
    ...(waived_days !== undefined && waived_days !== found.waived_days && { waived_days }),
  };
  return Object.keys(changed).length === 0 ? null : changed;
}

function releasedAt(
  { release_after_payment, released_at }: CurrentCollection,
  paid_at: string | null | undefined,
  now: Date,
): Date | null {
  if (!release_after_payment || paid_at === undefined) return released_at;
  return paid_at === null ? null : (released_at ?? now);
}
