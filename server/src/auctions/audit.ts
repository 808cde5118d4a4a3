import type { Viewer } from '@restvarde/contract/roles';
import type { Tx } from '../db/pool.ts';

/** Writes who did what to an auction, in the transaction that does it (AUC-16). */
export async function writeAudit(
  tx: Tx,
  viewer: Viewer | null,
  auction: { id: number; company_id: number },
  action: string,
  change: { before?: object; after?: object } = {},
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      user_id: viewer?.user_id ?? null,
      company_id: auction.company_id,
      auction_id: auction.id,
      action,
      before: change.before ? JSON.stringify(change.before) : null,
      after: change.after ? JSON.stringify(change.after) : null,
    })
    .execute();
}
