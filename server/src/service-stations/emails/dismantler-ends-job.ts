import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import type { DismantlerEndsProps } from './dismantler-ends.email.tsx';

export interface DismantlerEndsJob {
  kind: 'dismantler-ends';
  service_station_id: number;
  /** The last day of the authorisation, YYYY-MM-DD. */
  valid_to: string;
  has_ended: boolean;
  to: 'station' | 'company';
}

/** Notice before the last day, to the station and its company (DISM-6). */
const AHEAD_DAYS = 30;
/** The end is reported on the day after; later if no node ran, up to this. */
const BEHIND_DAYS = 7;

type Told = Pick<DismantlerEndsJob, 'service_station_id' | 'valid_to' | 'has_ended'>;

/** Queues the day's emails about authorisations that end or have ended, once for each last day (DISM-6). */
export async function sendDismantlerEmails(
  context: Pick<WorkerContext, 'jobs'>,
  tx: Tx,
  { to }: { to: Date },
): Promise<void> {
  const today = stockholmDate(to);
  const { rows } = await sql<Told>`
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

interface Row extends Pick<DismantlerEndsProps, 'number' | 'county' | 'service_station_name'> {
  station_email: string | null;
  company_email: string;
}

/** Null if the last day has changed, or there are no recipients. */
export async function dismantlerEndsEmail(
  context: WorkerContext,
  job: DismantlerEndsJob,
): Promise<Email | null> {
  const { service_station_id: id, valid_to, has_ended, to } = job;
  const { rows } = await sql<Row>`
    select d.number, d.county, s.name as service_station_name, c.email as company_email,
      (
        select u.email from mail_readers u
        where u.service_station_id = s.id
        order by u.id limit 1
      ) as station_email
    from dismantlers d
    join service_stations s on s.id = d.service_station_id and s.removed_at is null
    join companies c on c.id = s.company_id
    where d.service_station_id = ${id} and d.valid_to = ${valid_to}::date`.execute(context.pool.db);
  const [row] = rows;
  const address = to === 'station' ? row?.station_email : row?.company_email;
  if (!row || !address) return null;
  const { station_email: _own, company_email: _seller, ...about } = row;
  const path = to === 'station' ? '/settings' : `/service-stations/${id}`;
  return renderEmail(address, () => import('./dismantler-ends.email.tsx'), {
    ...about,
    valid_to,
    has_ended,
    to,
    url: context.config.publicUrl + path,
  });
}
