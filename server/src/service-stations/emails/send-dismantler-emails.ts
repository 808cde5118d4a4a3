import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import type { DismantlerEndsJob } from './dismantler-ends.email.tsx';

/** Notice before the last day, to the station and its company (DISM-6). */
const AHEAD_DAYS = 30;
/** The end is reported on the day after; later if no node ran, up to this. */
const BEHIND_DAYS = 7;

type Due = Pick<DismantlerEndsJob, 'service_station_id' | 'valid_to' | 'has_ended'>;

/** Queues the day's emails about authorisations that end or have ended, once for each last day (DISM-6). */
export async function sendDismantlerEmails(
  context: Pick<WorkerContext, 'jobs'>,
  tx: Tx,
  { to: now }: { to: Date },
): Promise<void> {
  const today = stockholmDate(now);
  const { rows } = await sql<Due>`
    with ending as (
      update dismantlers set reminded_of = valid_to
      where valid_to between ${today}::date and ${addDays(today, AHEAD_DAYS)}::date
        and reminded_of is distinct from valid_to
      returning service_station_id, valid_to, false as has_ended
    ), ended as (
      update dismantlers set told_of = valid_to
      where valid_to between ${addDays(today, -BEHIND_DAYS)}::date and ${addDays(today, -1)}::date
        and told_of is distinct from valid_to
      returning service_station_id, valid_to, true as has_ended
    )
    select due.*
    from (select * from ending union all select * from ended) due
    join service_stations s on s.id = due.service_station_id and s.removed_at is null
    order by due.service_station_id`.execute(tx);
  const recipients = ['station', 'company'] as const;
  await context.jobs.sendAll(
    tx,
    'mail',
    rows.flatMap((row) =>
      recipients.map(
        (recipient): DismantlerEndsJob => ({ kind: 'dismantler-ends', ...row, to: recipient }),
      ),
    ),
  );
}
