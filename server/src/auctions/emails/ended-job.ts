import { sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import type { CompanyEndedProps } from './company-ended.email.tsx';
import { isRelisted } from './is-relisted.ts';
import { letterheadOf, topOf } from './letterhead-of.ts';
import { readForStation } from './station-facts.ts';
import { unsubscribeAddress } from './unsubscribe-address.ts';

export interface EndedJob {
  kind: 'ended';
  auction_id: number;
  service_station_id: number;
}

export interface CompanyEndedJob {
  kind: 'company-ended';
  auction_id: number;
}

/**
 * Queues the emails of auctions that end in this transaction: one to each station that bid or watches, and one to
 * the seller's address, if set (MAIL-1, MAIL-4).
 */
export async function sendEndedEmails(
  context: Pick<WorkerContext, 'jobs'>,
  tx: Tx,
  auctions: number[],
): Promise<void> {
  const stations = await sql<Omit<EndedJob, 'kind'>>`
    select part.auction_id, part.service_station_id
    from (
      select auction_id, service_station_id from alerts where auction_id = any(${auctions}::integer[])
      union
      select auction_id, service_station_id from bids
      where auction_id = any(${auctions}::integer[]) and removed_at is null
    ) part
    join service_stations st on st.id = part.service_station_id and st.removed_at is null
    order by part.auction_id, part.service_station_id`.execute(tx);
  const companies = await sql<Omit<CompanyEndedJob, 'kind'>>`
    select a.id as auction_id from auctions a join companies c on c.id = a.company_id
    where a.id = any(${auctions}::integer[]) and c.ended_auction_email <> ''
    order by a.id`.execute(tx);
  await context.jobs.sendAll(tx, 'mail', [
    ...stations.rows.map((row): EndedJob => ({ kind: 'ended', ...row })),
    ...companies.rows.map((row): CompanyEndedJob => ({ kind: 'company-ended', ...row })),
  ]);
}

/** Null for a station that no longer has a part in it, and for a winner whose own email has been sent since. */
export async function endedEmail(context: WorkerContext, job: EndedJob): Promise<Email | null> {
  const facts = await readForStation(context, job);
  if (!facts || facts.is_active || facts.is_notified_winner) return null;
  if (!facts.watches && facts.own_bid === null) return null;
  const auction_url = `${context.config.publicUrl}/auctions/${job.auction_id}`;
  return renderEmail(
    facts.email,
    () => import('./ended.email.tsx'),
    { ...facts, auction_url },
    await topOf(context.media, facts),
    unsubscribeAddress(context, { ...job, followed: 'alert' }),
  );
}

/** Null if the address has been removed or the auction deleted since. */
export async function companyEndedEmail(
  context: WorkerContext,
  job: CompanyEndedJob,
): Promise<Email | null> {
  const { rows } = await sql<
    Omit<CompanyEndedProps, 'auction_url' | 'settings_url'> & { email: string }
  >`
    select c.ended_auction_email as email, a.number, a.manufacturer, a.model, s.end_dt,
      a.cancelled_at is not null as is_cancelled, s.bid_count, s.highest_bid, a.reservation_price,
      s.winning_bid_id is not null as has_winner, s.decision_due_at, ${isRelisted} as is_relisted
    from auctions a
    join auction_standings s on s.auction_id = a.id
    join companies c on c.id = a.company_id
    where a.id = ${job.auction_id} and a.deleted_at is null and c.ended_auction_email <> ''`.execute(
    context.pool.db,
  );
  const ended = rows[0];
  if (!ended) return null;
  const { publicUrl } = context.config;
  return renderEmail(
    ended.email,
    () => import('./company-ended.email.tsx'),
    {
      ...ended,
      auction_url: `${publicUrl}/auctions/${job.auction_id}`,
      settings_url: `${publicUrl}/settings`,
    },
    await letterheadOf(context, job.auction_id),
  );
}
