import { normalLine } from '@restvarde/contract/fields';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { StartError } from '../../start-error.ts';

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
