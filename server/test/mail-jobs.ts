import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';

/** The letters that wait to be sent to a user, by their kind, oldest first. */
export async function lettersFor(db: Database, userId: number): Promise<string[]> {
  const { rows } = await sql<{ letter: string }>`
    select data->>'letter' as letter from pgboss.job
    where name = 'mail' and data->>'user_id' = ${String(userId)}
    order by created_on`.execute(db);
  return rows.map(({ letter }) => letter);
}
