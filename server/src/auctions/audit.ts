import type { Viewer } from '@restvarde/contract/roles';
import type { Tx } from '../db/pool.ts';

interface Change {
  before?: object | undefined;
  after?: object | undefined;
}

/** One change of an auction. */
export interface AuditEntry extends Change {
  auction: { id: number; company_id: number };
  action: string;
}

/** Writes who changed an auction and how, in the same transaction (AUC-16). */
export async function writeAudit(
  tx: Tx,
  viewer: Viewer | null,
  auction: AuditEntry['auction'],
  action: string,
  change: Change = {},
): Promise<void> {
  await writeAudits(tx, viewer, [{ auction, action, ...change }]);
}

/** The same for many changes, at least one, in one statement. */
export async function writeAudits(
  tx: Tx,
  viewer: Viewer | null,
  entries: AuditEntry[],
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values(
      entries.map(({ auction, action, before, after }) => ({
        user_id: viewer?.user_id ?? null,
        company_id: auction.company_id,
        auction_id: auction.id,
        action,
        before: before ? JSON.stringify(before) : null,
        after: after ? JSON.stringify(after) : null,
      })),
    )
    .execute();
}
