import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import type { DeregistrationDueJob } from './deregistration-due.email.tsx';

/** Days from the reminder to the last day (DISM-10). */
const AHEAD_DAYS = 7;
/** Days after the last day within which the overdue email is sent, if no node ran the day after. */
const BEHIND_DAYS = 7;

type Due = Pick<DeregistrationDueJob, 'deregistration_id' | 'due_date' | 'is_overdue'>;

/**
 * Queues the day's emails about certificates due and overdue, each once per last day. There is no reminder after
 * a certificate was sent, even if it was returned; the overdue email is then still sent (DISM-10).
 */
export async function sendDeregistrationEmails(
  context: Pick<WorkerContext, 'jobs'>,
  tx: Tx,
  { to: now }: { to: Date },
): Promise<void> {
  const today = stockholmDate(now);
  const { rows } = await sql<Due>`
    with due as (
      update deregistrations d set reminded_of = d.due_date
      from auctions a
      where a.id = d.auction_id and a.deleted_at is null
        and d.withdrawn_at is null and d.state = 'awaiting'
        and d.due_date between ${today}::date and ${addDays(today, AHEAD_DAYS)}::date
        and d.reminded_of is distinct from d.due_date
      returning d.id, d.due_date, false as is_overdue
    ), overdue as (
      update deregistrations d set told_of = d.due_date
      from auctions a
      where a.id = d.auction_id and a.deleted_at is null
        and d.withdrawn_at is null and d.state in ('awaiting', 'returned')
        and d.due_date between ${addDays(today, -BEHIND_DAYS)}::date and ${addDays(today, -1)}::date
        and d.told_of is distinct from d.due_date
      returning d.id, d.due_date, true as is_overdue
    )
    select id as deregistration_id, due_date, is_overdue
    from (select * from due union all select * from overdue) emails
    order by id`.execute(tx);
  await context.jobs.sendAll(
    tx,
    'mail',
    rows.flatMap((row) =>
      (row.is_overdue ? (['winner', 'manager'] as const) : (['winner'] as const)).map(
        (recipient): DeregistrationDueJob => ({
          kind: 'deregistration-due',
          ...row,
          to: recipient,
        }),
      ),
    ),
  );
}
