import type { Collection } from '@restvarde/contract/auctions/collection';

export type CollectionAct = 'hand over' | 'payment' | 'waive' | 'undo';

/** What the seller may do with the collection as it stands: days are waived where some are owed or waived (PICK-6). */
export function collectionActs(
  collection: Pick<Collection, 'state' | 'storage_days' | 'waived_days'>,
): CollectionAct[] {
  const { state, storage_days, waived_days } = collection;
  if (state !== 'awaiting' && state !== 'booked') return [];
  return storage_days + waived_days > 0
    ? ['hand over', 'payment', 'waive', 'undo']
    : ['hand over', 'payment', 'undo'];
}
