import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { sql } from 'kysely';
import { letterheadOf } from '../../auctions/emails/letterhead-of.ts';
import { managerOf } from '../../auctions/emails/manager-of.ts';
import type { WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import type { DeregistrationDueProps } from './deregistration-due.email.tsx';

export interface DeregistrationDueJob {
  kind: 'deregistration-due';
  deregistration_id: number;
  /** The last day, YYYY-MM-DD. */
  due_date: string;
  is_overdue: boolean;
  to: 'winner' | 'manager';
}

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
  { to }: { to: Date },
): Promise<void> {
  const today = stockholmDate(to);
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

type Row = Omit<DeregistrationDueProps, 'auction_url' | 'to' | 'is_overdue'> & {
  auction_id: number;
  winner_email: string | null;
  manager_email: string;
};

/**
 * Null if a certificate has been sent, the last day has changed, no deregistration is required, or there is no
 * recipient.
 */
export async function deregistrationDueEmail(
  context: WorkerContext,
  job: DeregistrationDueJob,
): Promise<Email | null> {
  const { is_overdue, to } = job;
  const { rows } = await sql<Row>`
    select d.auction_id, d.due_date, d.returned_reason, a.number, a.manufacturer, a.model,
      station.name as service_station_name,
      c.name as company_name, c.email as company_email, c.phone as company_phone,
      manager.email as manager_email,
      (
        select u.email from mail_readers u
        where u.service_station_id = station.id and station.removed_at is null
        order by u.id limit 1
      ) as winner_email
    from deregistrations d
    join auctions a on a.id = d.auction_id and a.deleted_at is null
    join companies c on c.id = a.company_id
    join service_stations station on station.id = d.service_station_id
    ${managerOf}
    where d.id = ${job.deregistration_id} and d.due_date = ${job.due_date}::date and d.withdrawn_at is null
      and d.state in ('awaiting', 'returned')`.execute(context.pool.db);
  const [row] = rows;
  const address = to === 'winner' ? row?.winner_email : row?.manager_email;
  if (!row || !address) return null;
  const { auction_id, winner_email: _winner, manager_email: _manager, ...about } = row;
  return renderEmail(
    address,
    () => import('./deregistration-due.email.tsx'),
    { ...about, is_overdue, to, auction_url: `${context.config.publicUrl}/auctions/${auction_id}` },
    await letterheadOf(context, auction_id),
  );
}
