import { sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import type { DueLine, SummaryLine } from './company-summary.email.tsx';
import { dueOn } from './due-on.ts';
import { isRelisted } from './is-relisted.ts';

export interface CompanySummaryJob {
  kind: 'company-summary';
  company_id: number;
  day: string;
  /** ISO 8601. Covers auctions that ended from `from` until before `to`. */
  from: string;
  to: string;
}

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

/** Null if the address has been removed, or every ended auction has been deleted and nothing is due. */
export async function companySummaryEmail(
  context: WorkerContext,
  job: CompanySummaryJob,
): Promise<Email | null> {
  const { db } = context.pool;
  const company = await db
    .selectFrom('companies')
    .select(['name', 'auction_summary_email'])
    .where('id', '=', job.company_id)
    .executeTakeFirst();
  if (!company?.auction_summary_email) return null;
  const { publicUrl } = context.config;
  const { rows } = await sql<SummaryLine & { is_waiting: boolean; is_ended: boolean }>`
    select a.number, a.manufacturer, a.model, s.bid_count, s.highest_bid,
      s.winning_bid_id is not null and s.winner_notified_at is null as is_waiting, ${isRelisted} as is_relisted,
      ${publicUrl} || '/auctions/' || a.id as auction_url,
      a.closed_at >= ${job.from} and a.closed_at < ${job.to} as is_ended
    from auctions a join auction_standings s on s.auction_id = a.id
    where a.company_id = ${job.company_id} and s.company_id = ${job.company_id} and a.deleted_at is null
      and (
        (a.closed_at >= ${job.from} and a.closed_at < ${job.to})
        or (s.winning_bid_id is not null and s.winner_notified_at is null)
      )
    order by s.end_dt, a.id`.execute(db);
  const due = await sql<DueLine>`
    with due as (${dueOn(job.day)})
    select due.kind, due.due_at, a.number, a.manufacturer, a.model
    from due join auctions a on a.id = due.auction_id
    where due.company_id = ${job.company_id}
    order by due.due_at nulls last, a.id, due.kind`.execute(db);
  const ended = rows.filter((row) => row.is_ended);
  if (ended.length === 0 && due.rows.length === 0) return null;
  return renderEmail(company.auction_summary_email, () => import('./company-summary.email.tsx'), {
    company_name: company.name,
    day: job.day,
    ended,
    due: due.rows,
    waiting: rows.filter((row) => row.is_waiting),
    home_url: `${publicUrl}/`,
    settings_url: `${publicUrl}/settings`,
  });
}
