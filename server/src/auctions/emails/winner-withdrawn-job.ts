import { sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import { letterheadOf } from './letterhead-of.ts';
import type { WinnerWithdrawnProps } from './winner-withdrawn.email.tsx';

export interface WinnerWithdrawnJob {
  kind: 'winner-withdrawn';
  auction_id: number;
  /** The former winning bid, whose station had been notified. */
  bid_id: number;
}

/** Null if a bid of the same station is winning now. */
export async function winnerWithdrawnEmail(
  context: WorkerContext,
  job: WinnerWithdrawnJob,
): Promise<Email | null> {
  const { rows } = await sql<Omit<WinnerWithdrawnProps, 'auction_url'> & { email: string }>`
    select u.email, a.number, a.manufacturer, a.model, b.amount, c.name as company_name,
      c.email as company_email, c.phone as company_phone
    from auctions a
    join auction_standings s on s.auction_id = a.id
    join companies c on c.id = a.company_id
    join bids b on b.auction_id = a.id and b.id = ${job.bid_id}
    left join bids winner on winner.auction_id = a.id and winner.id = s.winning_bid_id
    join service_stations st on st.id = b.service_station_id and st.removed_at is null
    join mail_readers u on u.service_station_id = st.id
    where a.id = ${job.auction_id} and a.deleted_at is null
      and winner.service_station_id is distinct from b.service_station_id
    order by u.id`.execute(context.pool.db);
  const won = rows[0];
  if (!won) return null;
  const auction_url = `${context.config.publicUrl}/auctions/${job.auction_id}`;
  return renderEmail(
    won.email,
    () => import('./winner-withdrawn.email.tsx'),
    {
      ...won,
      auction_url,
    },
    await letterheadOf(context, job.auction_id),
  );
}
