import { sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import type { CompanyEndedJob } from './company-ended.email.tsx';
import type { EndedJob } from './ended.email.tsx';

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
