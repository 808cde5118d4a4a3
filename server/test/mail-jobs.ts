import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';

/** The emails that wait to be sent to a user, by their kind, oldest first. */
export async function emailsFor(db: Database, userId: number): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select data->>'kind' as kind from pgboss.job
    where name = 'mail' and data->>'user_id' = ${String(userId)}
    order by created_on`.execute(db);
  return rows.map(({ kind }) => kind);
}
