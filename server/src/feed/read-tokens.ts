import type { Token } from '@restvarde/contract/feed/tokens';
import { sql } from 'kysely';
import { firstRow, type Queryable } from '../db/pool.ts';

interface Row extends Omit<Token, 'created_at' | 'last_used_at'> {
  created_at: Date;
  last_used_at: Date | null;
}

const query = (company: number, id: number | null) => sql<Row>`
  select t.id, t.name, t.prefix, t.scopes, t.created_at, t.last_used_at, t.expires_on,
    json_build_object('first_name', u.first_name, 'last_name', u.last_name) as created_by
  from tokens t join every_name u on u.id = t.created_by
  where t.company_id = ${company} and t.revoked_at is null and (${id}::integer is null or t.id = ${id})
  order by t.id desc`;

const toToken = ({ created_at, last_used_at, ...row }: Row): Token => ({
  ...row,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

/** The tokens of a company that are not revoked, newest first (FEED-1). */
export async function listTokens(db: Queryable, company: number): Promise<Token[]> {
  const { rows } = await query(company, null).execute(db);
  return rows.map(toToken);
}

/** One token of a company. Throws if it does not exist. */
export async function readToken(db: Queryable, company: number, id: number): Promise<Token> {
  const { rows } = await query(company, id).execute(db);
  return toToken(firstRow(rows));
}
