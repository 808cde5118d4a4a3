import { OFFER_SENTENCE } from '@restvarde/contract/sale/offer-rules';
import type { OfferState } from '@restvarde/contract/sale/sale';
import type { Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import type { OpenOffer } from './sale.ts';

/**
 * Settles an open offer, under its auction's lock.
 * @throws DomainError 400 if it is no longer open
 */
export async function settleOffer(
  tx: Tx,
  offer: OpenOffer,
  state: Exclude<OfferState, 'open'>,
  settled_at: Date,
): Promise<void> {
  const settled = await tx
    .updateTable('offers')
    .set({ state, settled_at })
    .where('id', '=', offer.id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  if (!settled) throw refuse.detail(OFFER_SENTENCE.notOpen);
}

/**
 * Withdraws an open offer as part of another act, and returns what the act adds (OFFER-7).
 * @throws DomainError 400 if it is no longer open
 */
export async function withdrawOpenOffer(
  tx: Tx,
  sale: { open_offer: OpenOffer | null; now: Date },
): Promise<{ stations: number[]; withdrawn_offer?: number }> {
  const { open_offer } = sale;
  if (open_offer === null) return { stations: [] };
  await settleOffer(tx, open_offer, 'withdrawn', sale.now);
  return { stations: [open_offer.service_station_id], withdrawn_offer: open_offer.amount };
}
