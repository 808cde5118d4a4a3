import { sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { dueOn, managerOf } from './auction-sql.ts';
import type { CompanySummaryJob } from './company-summary.email.tsx';
import type { UnnotifiedWinnersJob } from './unnotified-winners.email.tsx';

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

const REMIND_AFTER = '3 days';
/** Winners selected longer ago are from before reminders existed. */
const REMIND_WITHIN = '30 days';

/** Reminds staff of winners that are not notified, once per winning bid (MAIL-1). */
export async function remindToNotify(
  context: Pick<WorkerContext, 'jobs'>,
  tx: Tx,
  { to: now }: { to: Date },
): Promise<void> {
  const due = await sql<{ user_id: number; auction_ids: number[] }>`
    with due as (
      insert into reminders (auction_id, bid_id, kind)
      select s.auction_id, s.winning_bid_id, 'notify winner'
      from auction_standings s join auctions a on a.id = s.auction_id and a.deleted_at is null
      where s.winning_bid_id is not null and s.winner_notified_at is null
        and s.end_dt <= ${now}::timestamptz - ${REMIND_AFTER}::interval
        and s.end_dt > ${now}::timestamptz - ${REMIND_WITHIN}::interval
      on conflict do nothing
      returning auction_id
    )
    select manager.id as user_id, array_agg(a.id order by a.id) as auction_ids
    from due join auctions a on a.id = due.auction_id
    ${managerOf}
    group by manager.id`.execute(tx);
  await context.jobs.sendAll(
    tx,
    'mail',
    due.rows.map((row): UnnotifiedWinnersJob => ({ kind: 'unnotified-winners', ...row })),
  );
}
