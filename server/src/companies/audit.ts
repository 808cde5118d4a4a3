import type { Viewer } from '@restvarde/contract/roles';
import type { Tx } from '../db/pool.ts';

/**
 * Records a change to a company, its staff, stations, categories or staging areas, in the transaction of the change.
 * Null: of no company.
 */
export async function writeCompanyAudit(
  tx: Tx,
  viewer: Viewer,
  company: number | null,
  action: string,
  change: { before?: object; after?: object },
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      user_id: viewer.user_id,
      company_id: company,
      action,
      before: change.before ? JSON.stringify(change.before) : null,
      after: change.after ? JSON.stringify(change.after) : null,
    })
    .execute();
}

/** The fields whose values differ, before and after; null if none do. */
export function difference<T extends object>(
  before: T,
  after: Partial<T>,
): { before: Partial<T>; after: Partial<T> } | null {
  const changed = (Object.keys(after) as (keyof T)[]).filter(
    (field) =>
      after[field] !== undefined && JSON.stringify(after[field]) !== JSON.stringify(before[field]),
  );
  if (changed.length === 0) return null;
  const pick = (from: Partial<T>) =>
    Object.fromEntries(changed.map((field) => [field, from[field]])) as Partial<T>;
  return { before: pick(before), after: pick(after) };
}
