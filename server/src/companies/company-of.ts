import { SENTENCE } from '@restvarde/contract/errors';
import type { Viewer } from '@restvarde/contract/roles';
import type { Queryable } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';

/**
 * The company that a call is about: the caller's own; for a superuser the one named by `company`, or null
 * (ROLE-2). `company` from others is ignored (API-5).
 */
export function companyOf(viewer: Viewer, query: { company?: string | undefined }): number | null {
  if (!viewer.is_superuser) return viewer.company_id;
  return query.company === undefined ? null : Number(query.company);
}

/**
 * The company that something is created in; a superuser has to name one that exists (ROLE-2).
 * @throws DomainError 400 at `company` when it is not named, or there is none.
 */
export async function chosenCompany(
  db: Queryable,
  viewer: Viewer,
  query: { company?: string | undefined },
): Promise<number> {
  const company = await db
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyOf(viewer, query) ?? -1)
    .executeTakeFirst();
  if (!company) throw refuse.field('company', SENTENCE.chooseCompany);
  return company.id;
}
