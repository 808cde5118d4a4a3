import { sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import type { SavedSearchDailyJob } from '../emails/saved-search-daily.email.tsx';

/**
 * Stores the auctions that these emails announce to stations with a daily search. The daily email leaves those auctions
 * out (SAVED-5).
 */
export async function rememberForDaily(
  tx: Tx,
  emails: { auction_id: number; service_station_id: number }[],
): Promise<void> {
  if (emails.length === 0) return;
  await sql`
    insert into announced_to_searchers (auction_id, service_station_id)
    select auction_id, service_station_id
    from unnest(
      ${emails.map(({ auction_id }) => auction_id)}::integer[],
      ${emails.map(({ service_station_id }) => service_station_id)}::integer[]
    ) as sent(auction_id, service_station_id)
    where service_station_id in (
      select u.service_station_id
      from saved_searches ss join mail_readers u on u.id = ss.user_id
      where ss.frequency = 'daily'
    )
    on conflict do nothing`.execute(tx);
}

/** Queues the email of each user with a daily search, if auctions were announced in the period (SAVED-5). */
export async function sendDailySearches(
  { jobs }: Pick<WorkerContext, 'jobs'>,
  tx: Tx,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  await sql`
    delete from announced_to_searchers known
    using auctions a where a.id = known.auction_id and a.announced_at <= ${from}`.execute(tx);
  const { rows } = await sql<{ user_id: number }>`
    select distinct ss.user_id
    from saved_searches ss join mail_readers u on u.id = ss.user_id
    where ss.frequency = 'daily' and exists (
      select from auctions
      where closed_at is null and deleted_at is null and announced_at > ${from} and announced_at <= ${to}
    )
    order by ss.user_id`.execute(tx);
  const period = { from: from.toISOString(), to: to.toISOString() };
  await jobs.sendAll(
    tx,
    'mail',
    rows.map((row): SavedSearchDailyJob => ({ kind: 'saved-search-daily', ...row, ...period })),
    { priority: -10 },
  );
}
