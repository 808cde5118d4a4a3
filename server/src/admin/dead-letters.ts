import type { DeadLetter, MailState } from '@restvarde/contract/dead-letters';
import type { Notice } from '@restvarde/contract/notices';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { managerOf } from '../auctions/emails/manager-of.ts';
import { openSealedEmail } from '../auth/emails/set-password-job.ts';
import type { AppContext } from '../context.ts';
import { firstRow } from '../db/first-row.ts';
import type { Database, Queryable, Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';

const SHOWN = 200;
const LONGEST_REASON = 300;

/** Returns the number of queued emails, and the failed emails, newest first. */
export async function readMail({ pool, config }: AppContext): Promise<MailState> {
  const { rows } = await sql<Omit<MailState, 'letters' | 'waiting_since'> & { since: Date | null }>`
    select count(*) filter (where name = 'mail' and state in ('created', 'active')) as waiting,
      min(created_on) filter (where name = 'mail' and state = 'created') as since,
      count(*) filter (where name = 'mail' and state = 'retry') as delayed,
      count(*) filter (where name = 'dead-mail') as given_up
    from pgboss.job
    where name = 'mail' and state in ('created', 'retry', 'active')
      or name = 'dead-mail' and state = 'created'`.execute(pool.db);
  const { since, ...counts } = firstRow(rows);
  return {
    ...counts,
    waiting_since: since?.toISOString() ?? null,
    letters: await listDead(pool.db, config.secret),
  };
}

/** Notice for superusers: failed emails wait to be sent again (GEN-6, MAIL-2). */
export async function noticeGivenUpEmails(db: Queryable, viewer: Viewer): Promise<Notice[]> {
  if (!viewer.is_superuser) return [];
  const { rows } = await sql<{ given_up: number }>`
    select count(*) as given_up from pgboss.job
    where name = 'dead-mail' and state = 'created'`.execute(db);
  const { given_up } = firstRow(rows);
  if (given_up === 0) return [];
  const text = `${given_up} mejl har inte kommit fram till mejlservern.`;
  return [{ kind: 'emails_given_up', text, path: '/settings/mail' }];
}

interface Row extends Omit<DeadLetter, 'written_at' | 'given_up_at'> {
  written_at: Date;
  given_up_at: Date;
  sealed_email: string | null;
}

async function listDead(db: Database, secret: string): Promise<DeadLetter[]> {
  const { rows } = await sql<Row>`
    with dead as (
      select job.*, coalesce((data->>'auction_id')::integer, k.auction_id, g.auction_id) as auction,
        coalesce((data->>'service_station_id')::integer, k.service_station_id, g.service_station_id) as station,
        coalesce(data->>'kind', data->>'letter') as kind
      from pgboss.job job
      left join collections k on k.id = (data->>'collection_id')::integer
      left join deregistrations g on g.id = (data->>'deregistration_id')::integer
      where name = 'dead-mail' and job.state = 'created'
      order by created_on desc, job.id
      limit ${SHOWN}
    )
    select d.id, d.kind as letter, d.auction as auction_id, a.number as auction_number,
      d.data->>'sealed_email' as sealed_email,
      case d.kind
        when 'company-ended' then nullif(seller.ended_auction_email, '')
        when 'company-summary' then nullif(seller.auction_summary_email, '')
        else case d.data->>'to'
          when 'manager' then manager.email
          when 'company' then nullif(seller.email, '')
          when 'yard' then null
          else reader.email
        end
      end as to,
      coalesce(d.source_created_on, d.created_on) as written_at, d.created_on as given_up_at,
      coalesce(d.source_retry_count, 0) + 1 as tries,
      left(coalesce(d.source_output->>'message', d.source_output->'value'->>'message', ''),
        ${LONGEST_REASON}) as reason
    from dead d
    left join auctions a on a.id = d.auction
    left join service_stations st on st.id = d.station
    left join companies seller on seller.id = coalesce((d.data->>'company_id')::integer, a.company_id, st.company_id)
    left join bids b on b.auction_id = d.auction and b.id = (d.data->>'bid_id')::integer
    left join lateral (
      select u.email from mail_readers u
      where u.id = (d.data->>'user_id')::integer
        or u.service_station_id = coalesce(d.station, b.service_station_id)
      order by u.id limit 1
    ) reader on true
    left ${managerOf}
    order by d.created_on desc, d.id`.execute(db);
  return rows.map(({ sealed_email, ...row }) => ({
    ...row,
    to: sealed_email === null ? row.to : openSealedEmail(secret, sealed_email),
    written_at: row.written_at.toISOString(),
    given_up_at: row.given_up_at.toISOString(),
  }));
}

/**
 * Queues a failed email again under the id of its first job, from which its Message-ID and links are derived: a
 * recipient who did get it sees one email.
 * @throws DomainError 404 if it does not exist or has been queued already
 */
export async function resendDead(context: AppContext, id: string): Promise<void> {
  await context.pool.db.transaction().execute(async (tx) => {
    if ((await requeue(context, tx, sql`and id = ${id}`)) === 0) throw refuse.notFound();
  });
}

/** The same for all failed emails. Of concurrent calls, each email is queued by one. */
export async function resendAllDead(context: AppContext): Promise<void> {
  await context.pool.db.transaction().execute((tx) => requeue(context, tx, sql``));
}

async function requeue(
  { jobs }: AppContext,
  tx: Tx,
  which: ReturnType<typeof sql>,
): Promise<number> {
  const { rows } = await sql<{ data: object; id: string; priority: number }>`
    delete from pgboss.job where name = 'dead-mail' and state = 'created' ${which}
    returning data, source_id as id, priority`.execute(tx);
  if (rows.length === 0) return 0;
  await sql`
    delete from pgboss.job where name = 'mail' and state = 'failed'
      and id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx);
  await jobs.sendAgain(tx, 'mail', rows);
  return rows.length;
}
