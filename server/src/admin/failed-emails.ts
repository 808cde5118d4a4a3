import type { FailedEmail, MailState } from '@restvarde/contract/failed-emails';
import type { Notice } from '@restvarde/contract/notices';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { managerOf } from '../auctions/emails/auction-sql.ts';
import type { AppContext } from '../context.ts';
import { type Database, firstRow, type Queryable, type Tx } from '../db/pool.ts';
import { kindOf, loadEmail } from '../email/emails.ts';
import { refuse } from '../http/domain-error.ts';
import { deriveKey, unseal } from '../keys.ts';

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
    letters: await listFailed(pool.db, config),
  };
}

/** Notice for superusers: failed emails wait to be sent again (GEN-6, MAIL-2). */
export async function readFailedEmailNotices(db: Queryable, viewer: Viewer): Promise<Notice[]> {
  if (!viewer.is_superuser) return [];
  const { rows } = await sql<{ given_up: number }>`
    select count(*) as given_up from pgboss.job
    where name = 'dead-mail' and state = 'created'`.execute(db);
  const { given_up } = firstRow(rows);
  if (given_up === 0) return [];
  const text = `${given_up} mejl har inte kommit fram till mejlservern.`;
  return [{ kind: 'emails_given_up', text, path: '/settings/mail' }];
}

interface Row extends Omit<FailedEmail, 'letter' | 'name' | 'written_at' | 'given_up_at'> {
  kind: string;
  written_at: Date;
  given_up_at: Date;
  sealed_email: string | null;
}

async function listFailed(
  db: Database,
  { secret, anchorEmail = null }: AppContext['config'],
): Promise<FailedEmail[]> {
  const { rows } = await sql<Row>`
    with failed as (
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
    select f.id, f.kind, f.auction as auction_id, a.number as auction_number,
      f.data->>'sealed_email' as sealed_email,
      case f.kind
        when 'company-ended' then nullif(seller.ended_auction_email, '')
        when 'chain-anchor' then ${anchorEmail}
        when 'company-summary' then nullif(seller.auction_summary_email, '')
        else case f.data->>'to'
          when 'manager' then manager.email
          when 'company' then nullif(seller.email, '')
          when 'yard' then null
          else reader.email
        end
      end as to,
      coalesce(f.source_created_on, f.created_on) as written_at, f.created_on as given_up_at,
      coalesce(f.source_retry_count, 0) + 1 as tries,
      left(coalesce(f.source_output->>'message', f.source_output->'value'->>'message', ''),
        ${LONGEST_REASON}) as reason
    from failed f
    left join auctions a on a.id = f.auction
    left join service_stations st on st.id = f.station
    left join companies seller on seller.id = coalesce((f.data->>'company_id')::integer, a.company_id, st.company_id)
    left join bids b on b.auction_id = f.auction and b.id = (f.data->>'bid_id')::integer
    left join lateral (
      select u.email from mail_readers u
      where u.id = (f.data->>'user_id')::integer
        or u.service_station_id = coalesce(f.station, b.service_station_id)
      order by u.id limit 1
    ) reader on true
    left ${managerOf}
    order by f.created_on desc, f.id`.execute(db);
  return Promise.all(
    rows.map(async ({ sealed_email, kind: stored, ...row }) => {
      const kind = kindOf({ kind: stored });
      return {
        ...row,
        letter: kind,
        name: (await loadEmail(kind))?.name ?? kind,
        to: sealed_email === null ? row.to : unseal(deriveKey(secret, 'seal'), sealed_email),
        written_at: row.written_at.toISOString(),
        given_up_at: row.given_up_at.toISOString(),
      };
    }),
  );
}

/**
 * Queues a failed email again under the id of its first job, from which its Message-ID and links are derived: a
 * recipient who did get it sees one email.
 * @throws DomainError 404 if it does not exist or has been queued already
 */
export async function resendFailed(context: AppContext, id: string): Promise<void> {
  await context.pool.db.transaction().execute(async (tx) => {
    if ((await requeue(context, tx, sql`and id = ${id}`)) === 0) throw refuse.notFound();
  });
}

/** Queues all failed emails again, as `resendFailed`. Concurrent calls queue each email once. */
export async function resendAllFailed(context: AppContext): Promise<void> {
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
