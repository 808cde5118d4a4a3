import { normalEmail, normalLine } from '@restvarde/contract/fields';
import { ROLE } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../db/pool.ts';
import type { Actor } from '../../http/route.ts';
import { StartError } from '../../start-error.ts';

/**
 * The superuser on whose behalf a command writes: by address, or the only one.
 * @throws StartError if there is none, or several and none is named.
 */
export async function findOperator(db: Queryable, address?: string): Promise<Actor> {
  const found = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('is_superuser', '=', true)
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .execute();
  const named = address ? found.filter(({ email }) => email === normalEmail(address)) : found;
  const [operator, ...others] = named;
  if (!operator) {
    throw new StartError(
      address
        ? `No superuser has the address ${address}.`
        : 'There is no superuser yet: create one by `npm run restvarde -- superuser`.',
    );
  }
  if (others.length > 0) {
    throw new StartError(`Say who you are by --as: ${named.map(({ email }) => email).join(', ')}.`);
  }
  return {
    user_id: operator.id,
    role: ROLE.companyAdmin,
    is_superuser: true,
    company_id: null,
    service_station_id: null,
    category_ids: [],
    is_dismantler: false,
    has_accepted_terms: true,
    ip: null,
    user_agent: '',
  };
}

/** Finds a company by name, ignoring case (DATA-1). */
export function findCompany(tx: Tx, name: string) {
  return tx
    .selectFrom('companies')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${normalLine(name)})`)
    .executeTakeFirst();
}

/** The id of a company by name. Throws StartError if there is none. */
export async function companyOf(tx: Tx, name = ''): Promise<number> {
  const found = await findCompany(tx, name);
  if (!found) throw new StartError(`There is no company called "${name}".`);
  return found.id;
}
