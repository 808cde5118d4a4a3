import { sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { dueOn } from './auction-sql.ts';
import type { CompanySummaryJob } from './company-summary.email.tsx';

/** Queues the daily email of each company that wants it and has auctions that ended or are due (MAIL-4). */
export async function sendSummaries(
  context: Pick<WorkerContext, 'jobs'>,
  tx: Tx,
  { from, to, day }: { from: Date; to: Date; day: string },
): Promise<void> {
  const { rows } = await sql<{ company_id: number }>`
    with due as (${dueOn(day)})
    select c.id as company_id from companies c
    where c.auction_summary_email <> '' and (
      exists (
        select from auctions a
        where a.company_id = c.id and a.closed_at >= ${from} and a.closed_at < ${to} and a.deleted_at is null
      )
      or c.id in (select company_id from due)
    )
    order by c.id`.execute(tx);
  const period = { day, from: from.toISOString(), to: to.toISOString() };
  await context.jobs.sendAll(
    tx,
    'mail',
    rows.map((row): CompanySummaryJob => ({ kind: 'company-summary', ...row, ...period })),
  );
}
