import { SENTENCE } from '@restvarde/contract/errors';
import type { Viewer } from '@restvarde/contract/roles';
import type { Queryable } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';

/**
 * The company of a request: the caller's own; for a superuser the one named by `company`, or null (ROLE-2). Ignores
 * `company` from others (API-5).
 */
export function companyOf(viewer: Viewer, query: { company?: string | undefined }): number | null {
  if (!viewer.is_superuser) return viewer.company_id;
  return query.company === undefined ? null : Number(query.company);
}

/**
 * The company to create something in; a superuser must name an existing one (ROLE-2).
 * @throws DomainError 400 at `company` if it is missing or unknown.
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
