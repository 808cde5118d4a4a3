import { stockholmDate } from '@restvarde/contract/dates';
import { sql } from 'kysely';
import type { WorkerContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import type { TokenEndingJob } from './emails/token-ending.email.tsx';

const DAYS_AHEAD = 14;

/**
 * Queues the email about each token that expires in 14 days (FEED-1). The period begins where the last run ended, so
 * each token is in one.
 */
export async function sendTokenEmails(
  { jobs }: Pick<WorkerContext, 'jobs'>,
  tx: Tx,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const { rows } = await sql<Pick<TokenEndingJob, 'company_id' | 'token_id'>>`
    select company_id, id as token_id from tokens
    where revoked_at is null and expires_on > ${stockholmDate(from)}::date + ${DAYS_AHEAD}::integer
      and expires_on <= ${stockholmDate(to)}::date + ${DAYS_AHEAD}::integer
    order by id`.execute(tx);
  const all = rows.map((row): TokenEndingJob => ({ kind: 'token-ending', ...row, to: 'company' }));
  if (all.length > 0) await jobs.sendAll(tx, 'mail', all);
}
