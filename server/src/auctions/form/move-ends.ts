import type { MovedEnd } from '@restvarde/contract/auctions/move-ends';
import type { Viewer } from '@restvarde/contract/roles';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../http/domain-error.ts';
import { moveEnd } from './change-auction.ts';

/**
 * Moves the ends of many auctions, each in a separate transaction so that none waits for another's lock. Refused
 * and moved auctions are in the same answer (LIST-15). A refusal (400 or 404) is reported in the answer and not
 * thrown.
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

/** Returns the first message of a refusal. Rethrows any other error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof DomainError)) throw error;
  const [reason] = Object.values(error.body).flat();
  return String(reason);
}
