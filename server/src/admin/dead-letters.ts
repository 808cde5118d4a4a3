import type { DeadLetter } from '@restvarde/contract/dead-letters';
import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import { refuse } from '../http/refusal.ts';
import type { Platform } from '../platform.ts';

const SHOWN = 200;
const LONGEST_REASON = 300;

/** The letters that were given up, the newest first. */
export async function listDead(db: Database): Promise<DeadLetter[]> {
  const { rows } = await sql<
    Omit<DeadLetter, 'written_at' | 'given_up_at'> & { written_at: Date; given_up_at: Date }
  >`
    select id, data->>'letter' as letter, (data->>'auction_id')::integer as auction_id,
      coalesce(source_created_on, created_on) as written_at, created_on as given_up_at,
      coalesce(source_retry_count, 0) + 1 as tries,
      left(coalesce(source_output->>'message', ''), ${LONGEST_REASON}) as reason
    from pgboss.job
    where name = 'dead-mail' and state = 'created'
    order by created_on desc, id
    limit ${SHOWN}`.execute(db);
  return rows.map((row) => ({
    ...row,
    written_at: row.written_at.toISOString(),
    given_up_at: row.given_up_at.toISOString(),
  }));
}

/**
 * Puts a letter back into the queue under the id of its first job, which its Message-ID and its links come
 * from: whoever got it after all sees one letter. 404 when it is not there, or not any more.
 */
export async function resendDead({ pool, jobs }: Platform, id: string): Promise<void> {
  await pool.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ data: object; source_id: string; priority: number }>`
      delete from pgboss.job where name = 'dead-mail' and id = ${id} and state = 'created'
      returning data, source_id, priority`.execute(tx);
    const dead = rows[0];
    if (!dead) throw refuse.notFound();
    await sql`
      delete from pgboss.job where name = 'mail' and id = ${dead.source_id} and state = 'failed'`.execute(
      tx,
    );
    const { data, source_id, priority } = dead;
    await jobs.send(tx, 'mail', data, { id: source_id, priority });
  });
}
