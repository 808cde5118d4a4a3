import { type StorageFacts, storageDays } from '@restvarde/contract/auctions/storage';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { sql } from 'kysely';
import type { PickupReminderJob } from '../../auctions/emails/reminder-jobs.ts';
import type { WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';

export interface StorageRunningJob {
  kind: 'storage-running';
  collection_id: number;
}

/** Of an object that waits: the last days of free storage have come, it costs, it has cost for a week (PICK-6). */
type StorageEmail = 'ahead' | 'running' | 'week';

/** The first email goes out so long before the last free day, the others so long after it. */
const DAYS = { ahead: -3, running: 1, week: 8 } as const;
/** On a day on which no node ran nothing is sent; it is made good for so long. */
const UNTIL_DAYS = 14;

/** Which email is due on a day, of an object whose storage is free until another; both YYYY-MM-DD. */
function emailOn(today: string, free_until: string): StorageEmail | null {
  const isFrom = (days: number) => today >= addDays(free_until, days);
  if (isFrom(UNTIL_DAYS + 1)) return null;
  if (isFrom(DAYS.week)) return 'week';
  if (isFrom(DAYS.running)) return 'running';
  // On the last free day it is still of use.
  return isFrom(DAYS.ahead) ? 'ahead' : null;
}

interface Waiting extends StorageFacts {
  id: number;
  auction_id: number;
  bid_id: number;
  storage_email: StorageEmail | null;
}

/**
 * Writes the day's emails to winners whose objects wait to be collected, each once: three days before free storage
 * ends, on the day after, and a week later (PICK-6, MAIL-1). As long as it costs nothing, none says that it does.
 */
export async function sendStorageEmails(
  context: Pick<WorkerContext, 'jobs'>,
  tx: Tx,
  { to }: { to: Date },
): Promise<void> {
  const today = stockholmDate(to);
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
    return email === 'ahead' || storageDays(row, to) > 0 ? [{ ...row, email }] : [];
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
