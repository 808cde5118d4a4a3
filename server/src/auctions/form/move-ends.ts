import type { MovedEnd } from '@restvarde/contract/auctions/move-ends';
import type { Viewer } from '@restvarde/contract/roles';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../http/domain-error.ts';
import { moveEnd } from './change-auction.ts';

/**
 * Moves the ends of many auctions, one transaction each: none waits for another's lock, and what is refused stands
 * beside what was moved (LIST-15).
 * @throws DomainError none of its own: the 400 or 404 of an auction stands at it in the answer.
 */
export async function moveEnds(
  { pool }: AppContext,
  viewer: Viewer,
  { auction_ids, end_dt }: { auction_ids: number[]; end_dt: Date },
): Promise<{ results: MovedEnd[] }> {
  const results: MovedEnd[] = [];
  for (const auction_id of new Set(auction_ids)) {
    const error = await pool.db
      .transaction()
      .execute((tx) => moveEnd(tx, viewer, auction_id, end_dt))
      .then(() => null, reasonOf);
    results.push({ auction_id, error });
  }
  return { results };
}

/** The first sentence of what a rule refused; whatever else goes wrong is a fault of the whole call. */
function reasonOf(error: unknown): string {
  if (!(error instanceof DomainError)) throw error;
  const [reason] = Object.values(error.body).flat();
  return String(reason);
}
