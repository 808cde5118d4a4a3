import type { Collection } from '@restvarde/contract/auctions/collection';

export type CollectionAct = 'hand over' | 'payment' | 'waive' | 'undo';

/**
 * The seller's possible actions on a collection. Storage days can be waived if some are owed or already waived
 * (PICK-6).
 */
export function collectionActs(
  collection: Pick<Collection, 'state' | 'storage_days' | 'waived_days'>,
): CollectionAct[] {
  const { state, storage_days, waived_days } = collection;
  if (state !== 'awaiting' && state !== 'booked') return [];
  return storage_days + waived_days > 0
    ? ['hand over', 'payment', 'waive', 'undo']
    : ['hand over', 'payment', 'undo'];
}
