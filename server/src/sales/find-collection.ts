import { stockholmDate } from '@restvarde/contract/dates';
import type { Viewer } from '@restvarde/contract/roles';
import { storageCost, storageDays } from '@restvarde/contract/sale/storage';
import { COLLECTION_SENTENCE } from '@restvarde/contract/sale-calls/collections';
import type { Selectable } from 'kysely';
import type { Database, Tx } from '../db/pool.ts';
import type { Collections } from '../db/types.generated.ts';
import { refuse } from '../http/domain-error.ts';

/** A current collection: neither undone nor withdrawn. */
export type CurrentCollection = Selectable<Collections>;

/** Returns the current collection of an auction. Null if no winner is notified. */
export async function findCollection(tx: Tx, auction: number): Promise<CurrentCollection | null> {
  const found = await tx
    .selectFrom('collections')
    .selectAll()
    .where('auction_id', '=', auction)
    .where('undone_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Returns the current collection of a locked auction whose winner is notified.
 * @throws DomainError 400 if there is none
 */
export async function requireCollection(tx: Tx, auction: number): Promise<CurrentCollection> {
  const found = await findCollection(tx, auction);
  if (found === null) throw refuse.detail(COLLECTION_SENTENCE.none);
  return found;
}

/**
 * Returns the caller's own collection of an auction, before the handover.
 * @throws DomainError 404 if its station has not won the auction; 400 if the object is handed over, and if the
 * purchase is undone
 */
export async function requireOwnCollection(
  db: Database | Tx,
  { service_station_id }: Pick<Viewer, 'service_station_id'>,
  auction: number,
): Promise<CurrentCollection> {
  const found = await db
    .selectFrom('collections')
    .selectAll()
    .where('auction_id', '=', auction)
    .where('service_station_id', '=', service_station_id)
    .where('withdrawn_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) throw refuse.notFound();
  if (found.handed_over_at !== null) throw refuse.detail(COLLECTION_SENTENCE.isHandedOver);
  if (found.undone_at !== null) throw refuse.detail(COLLECTION_SENTENCE.isUndone);
  return found;
}

/**
 * Refuses changes of a sale after the handover.
 * @throws DomainError 400 if the object was handed over
 */
export async function refuseHandedOver(tx: Tx, auction: number): Promise<void> {
  const found = await findCollection(tx, auction);
  if (found?.handed_over_at) throw refuse.detail(COLLECTION_SENTENCE.isHandedOver);
}

/**
 * Refuses changes after the handover of a collection that has been read.
 * @throws DomainError 400 if the object was handed over
 */
export function assertNotHandedOver({ handed_over_at }: CurrentCollection): void {
  if (handed_over_at === null) return;
  throw refuse.detail(COLLECTION_SENTENCE.handedOver(stockholmDate(handed_over_at)));
}

/** The storage fee to store when the collection ends (PICK-6). */
export function frozenStorage(collection: CurrentCollection, now: Date) {
  const storage_days = storageDays(collection, now);
  return { storage_days, storage_cost: storageCost(storage_days) };
}

/** Updates a collection. */
export async function storeCollection(
  tx: Tx,
  id: number,
  values: Partial<Omit<CurrentCollection, 'id' | 'told_place'>>,
): Promise<void> {
  await tx.updateTable('collections').set(values).where('id', '=', id).execute();
}
