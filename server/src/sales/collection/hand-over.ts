import { stockholmDate } from '@restvarde/contract/dates';
import type { Viewer } from '@restvarde/contract/roles';
import { COLLECTION_SENTENCE, type HandOver } from '@restvarde/contract/sale-calls/collections';
import { findAuction } from '../../auctions/access/locked-auction.ts';
import { visible } from '../../auctions/access/visibility.ts';
import type { AppContext } from '../../context.ts';
import { refuse } from '../../http/domain-error.ts';
import { LIMITS } from '../../http/limit-table.ts';
import { actOnSale } from '../act-on-sale.ts';
import type { HandedOverJob } from '../emails/handed-over.email.tsx';
import {
  assertNotHandedOver,
  type CurrentCollection,
  frozenStorage,
  requireCollection,
  storeCollection,
} from '../find-collection.ts';
import { countFromHandOver } from '../follow-deregistration.ts';
import { isSoldAtYard } from './list-handovers.ts';

/**
 * Hands the object over for the winner's release code, or without it for a reason (PICK-5). Freezes the storage
 * fee and notifies the winner and the auction's manager. Of concurrent calls the first wins. The yard needs the
 * code and does not see the auction otherwise (PICK-7).
 * @returns the time of the handover
 * @throws DomainError 404 if there is no such auction; 400 at `release_code` and `reason`, and if no winner is
 * notified, a required payment is missing, or the object was handed over before; 429 after many wrong codes
 */
export async function handOver(
  context: AppContext,
  viewer: Viewer,
  id: number,
  form: HandOver,
): Promise<Date> {
  const { limits } = context;
  const isYard = viewer.service_station_id !== null;
  const sees = isYard ? isSoldAtYard(viewer) : visible(viewer);
  // Checked first, so that callers without access do not use up attempts.
  await findAuction(context.pool.db, viewer, id, sees);
  if (isYard && !form.release_code) {
    throw refuse.field('release_code', COLLECTION_SENTENCE.code);
  }
  const tries = form.release_code ? String(id) : null;
  if (tries) await limits.spend(LIMITS.release_code, tries);
  let isWrong = false;
  let handed_over_at = new Date();
  try {
    await actOnSale(
      context,
      viewer,
      id,
      async (tx, { now }) => {
        const found = await requireCollection(tx, id);
        assertNotHandedOver(found);
        if (found.release_after_payment && found.paid_at === null) {
          throw refuse.detail(COLLECTION_SENTENCE.notPaid);
        }
        isWrong = Boolean(form.release_code) && form.release_code !== found.release_code;
        refuseWithoutCode(form, found);
        handed_over_at = now;
        const { collected_by } = form;
        const storage = frozenStorage(found, now);
        await storeCollection(tx, found.id, {
          ...storage,
          handed_over_at: now,
          handed_over_by: viewer.user_id,
          collected_by,
        });
        await countFromHandOver(tx, id, stockholmDate(now));
        const recipients = ['winner', 'manager'] as const;
        return {
          action: 'hand over',
          after: { ...storage, ...(!form.release_code && { reason: form.reason }) },
          emails: recipients.map(
            (to): HandedOverJob => ({ kind: 'handed-over', collection_id: found.id, to }),
          ),
          stations: [found.service_station_id],
        };
      },
      sees,
    );
  } finally {
    if (tries && !isWrong) await limits.giveBack(LIMITS.release_code, tries);
  }
  return handed_over_at;
}

function refuseWithoutCode(form: HandOver, { release_code }: CurrentCollection): void {
  if (form.release_code) {
    if (form.release_code === release_code) return;
    throw refuse.field('release_code', COLLECTION_SENTENCE.wrongCode);
  }
  if (!form.reason) throw refuse.field('reason', COLLECTION_SENTENCE.whyWithoutCode);
}
