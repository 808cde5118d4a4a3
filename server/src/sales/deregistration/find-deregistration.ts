import { DEREGISTRATION_SENTENCE } from '@restvarde/contract/sale-calls/deregistrations';
import type { Selectable } from 'kysely';
import type { Queryable, Tx } from '../../db/pool.ts';
import type { Deregistrations } from '../../db/types.generated.ts';
import { refuse } from '../../http/domain-error.ts';

/** A current deregistration, of the auction's winner. */
export type CurrentDeregistration = Selectable<Deregistrations>;

const current = (db: Queryable, auction: number) =>
  db
    .selectFrom('deregistrations')
    .selectAll()
    .where('auction_id', '=', auction)
    .where('withdrawn_at', 'is', null);

/**
 * Returns the deregistration that the caller's station can still certify (DISM-8).
 * @throws DomainError 404 if the station has none; 400 if it is approved or waived
 */
export async function findOwnDeregistration(
  db: Queryable,
  auction: number,
  station: number | null,
): Promise<CurrentDeregistration> {
  const found = await current(db, auction)
    .where('service_station_id', '=', station)
    .executeTakeFirst();
  if (!found) throw refuse.notFound();
  refuseSettled(found);
  return found;
}

/**
 * Returns the deregistration of a locked auction (DISM-9).
 * @throws DomainError 400 if there is none
 */
export async function requireDeregistration(
  tx: Tx,
  auction: number,
): Promise<CurrentDeregistration> {
  const found = await current(tx, auction).executeTakeFirst();
  if (!found) throw refuse.detail(DEREGISTRATION_SENTENCE.notFollowed);
  return found;
}

/**
 * Refuses acts on an approved or waived deregistration, since both are final.
 * @throws DomainError 400 if it is approved or waived
 */
export function refuseSettled({ state }: Pick<CurrentDeregistration, 'state'>): void {
  if (state === 'approved') throw refuse.detail(DEREGISTRATION_SENTENCE.isApproved);
  if (state === 'waived') throw refuse.detail(DEREGISTRATION_SENTENCE.isWaived);
}

/** Writes the state of a deregistration. A reason is written with its state. */
export async function storeState(
  tx: Tx,
  id: number,
  values: Pick<CurrentDeregistration, 'state'> &
    Partial<Pick<CurrentDeregistration, 'returned_reason' | 'waived_reason'>>,
): Promise<void> {
  await tx
    .updateTable('deregistrations')
    .set({ returned_reason: null, ...values })
    .where('id', '=', id)
    .execute();
}
