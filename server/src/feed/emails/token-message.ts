import type { TokenScope } from '@restvarde/contract/feed/token-calls';
import { sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import type { Message } from '../../email/email.ts';

interface TokenProps {
  name: string;
  prefix: string;
  scopes: TokenScope[];
  expires_on: string;
  created_by: string;
  url: string;
}

/** Reads what emails say of a token. Null if it has been revoked, or its company has no address. */
export async function readTokenMessage(
  { pool, config }: WorkerContext,
  token_id: number,
): Promise<Message<TokenProps> | null> {
  const { rows } = await sql<TokenProps & { to: string }>`
    select t.name, t.prefix, t.scopes, t.expires_on, c.email as to,
      trim(u.first_name || ' ' || u.last_name) as created_by
    from tokens t
    join companies c on c.id = t.company_id
    join every_name u on u.id = t.created_by
    where t.id = ${token_id} and t.revoked_at is null`.execute(pool.db);
  const [row] = rows;
  if (!row || row.to === '') return null;
  const { to, ...props } = row;
  return { to, props: { ...props, url: `${config.publicUrl}/settings/integrations` } };
}
