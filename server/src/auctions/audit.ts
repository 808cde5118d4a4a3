import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';

interface Change {
  before?: object | undefined;
  after?: object | undefined;
}

/** One change of an auction. */
export interface AuditEntry extends Change {
  auction: { id: number; company_id: number };
  action: string;
}

/**
 * Writes who changed an auction and how, in the same transaction (AUC-16).
 * @throws DomainError 401 for a token that was revoked while its call waited for a lock (FEED-2)
 */
export async function writeAudit(
  tx: Tx,
  viewer: Viewer | null,
  auction: AuditEntry['auction'],
  action: string,
  change: Change = {},
): Promise<void> {
  await writeAudits(tx, viewer, [{ auction, action, ...change }]);
}

/** Writes many changes, at least one, as `writeAudit`, in one statement. */
export async function writeAudits(
  tx: Tx,
  viewer: Viewer | null,
  entries: AuditEntry[],
): Promise<void> {
  const user_id = viewer?.user_id ?? null;
  const rows = entries.map(({ auction, action, before, after }) => ({
    company_id: auction.company_id,
    auction_id: auction.id,
    ...{ action, before, after },
  }));
  const { numAffectedRows } = await sql`
    insert into audit_log (user_id, company_id, auction_id, action, before, after)
    select ${user_id}::integer, company_id, auction_id, action, before, after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as entry (company_id integer, auction_id integer, action text, before jsonb, after jsonb)
    where not exists (
      select from tokens where user_id = ${user_id}::integer and revoked_at is not null
    )`.execute(tx);
  // A token's act writes its entry after it has taken all its locks, so the token is checked here.
  if (!numAffectedRows) throw refuse.notLoggedIn();
}
