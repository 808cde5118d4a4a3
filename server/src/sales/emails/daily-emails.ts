import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { type StorageFacts, storageDays } from '@restvarde/contract/sale/storage';
import { sql } from 'kysely';
import type { PickupReminderJob } from '../../auctions/emails/pickup-reminder.email.tsx';
import type { WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import type { DeregistrationDueJob } from './deregistration-due.email.tsx';
import type { StorageRunningJob } from './storage-running.email.tsx';

/**
 * Emails about an uncollected object: free storage ends soon, the storage fee has begun, the fee has run for a week
 * (PICK-6).
 */
type StorageEmail = 'ahead' | 'running' | 'week';

/** Days of each email relative to the last free day. */
const DAYS = { ahead: -3, running: 1, week: 8 } as const;
/** An email missed because no node ran is sent until this many days later. */
const UNTIL_DAYS = 14;

/** Returns the email due on a day for an object with free storage until another day. Both YYYY-MM-DD. */
function emailOn(today: string, free_until: string): StorageEmail | null {
  const hasCome = (days: number) => today >= addDays(free_until, days);
  if (hasCome(UNTIL_DAYS + 1)) return null;
  if (hasCome(DAYS.week)) return 'week';
  if (hasCome(DAYS.running)) return 'running';
  // Still useful on the last free day.
  return hasCome(DAYS.ahead) ? 'ahead' : null;
}

interface Waiting extends StorageFacts {
  id: number;
  auction_id: number;
  bid_id: number;
  storage_email: StorageEmail | null;
}

/**
 * Queues the day's emails to winners of uncollected objects, each once: three days before free storage ends, the
 * day after, and a week later (PICK-6, MAIL-1). While storage is free, no email says that it costs.
 */
export async function sendStorageEmails(
  context: Pick<WorkerContext, 'jobs'>,
  tx: Tx,
  { to: now }: { to: Date },
): Promise<void> {
  const today = stockholmDate(now);
  const { rows } = await sql<Waiting>`
    select k.id, k.auction_id, k.bid_id, k.free_until, k.paid_at, k.released_at, k.waived_days, k.storage_email
    from collections k
    join auctions a on a.id = k.auction_id and a.deleted_at is null
    where k.handed_over_at is null and k.undone_at is null and k.withdrawn_at is null
      and k.free_until between ${addDays(today, -UNTIL_DAYS)}::date and ${addDays(today, -DAYS.ahead)}::date
    order by k.id
    for no key update of k`.execute(tx);
  const due = rows.flatMap((row) => {
    const email = emailOn(today, row.free_until);
    if (email === null || email === row.storage_email) return [];
    return email === 'ahead' || storageDays(row, now) > 0 ? [{ ...row, email }] : [];
  });
  if (due.length === 0) return;
  await sql`
    update collections k set storage_email = sent.email
    from unnest(${due.map(({ id }) => id)}::integer[], ${due.map(({ email }) => email)}::text[]) as sent (id, email)
    where k.id = sent.id`.execute(tx);
  await context.jobs.sendAll(
    tx,
    'mail',
    due.map(({ id, auction_id, bid_id, email }): PickupReminderJob | StorageRunningJob =>
      email === 'ahead'
        ? { kind: 'pickup-reminder', auction_id, bid_id }
        : { kind: 'storage-running', collection_id: id },
    ),
  );
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
