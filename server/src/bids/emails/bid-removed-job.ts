import { sql } from 'kysely';
import { letterheadOf } from '../../auctions/emails/letterhead-of.ts';
import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import type { BidRemovedProps } from './bid-removed.email.tsx';

export interface BidRemovedJob {
  kind: 'bid-removed';
  auction_id: number;
  bid_id: number;
}

/** Null if the auction has been deleted or there is no recipient. */
export async function bidRemovedEmail(
  context: WorkerContext,
  job: BidRemovedJob,
): Promise<Email | null> {
  const { rows } = await sql<Omit<BidRemovedProps, 'auction_url'> & { email: string }>`
    select u.email, a.number, a.manufacturer, a.model, b.amount, c.name as company_name,
      c.email as company_email, c.phone as company_phone
    from bids b
    join auctions a on a.id = b.auction_id and a.deleted_at is null
    join companies c on c.id = a.company_id
    join service_stations st on st.id = b.service_station_id and st.removed_at is null
    join mail_readers u on u.service_station_id = st.id
    where b.auction_id = ${job.auction_id} and b.id = ${job.bid_id} and b.removed_at is not null
    order by u.id`.execute(context.pool.db);
  const removed = rows[0];
  if (!removed) return null;
  const auction_url = `${context.config.publicUrl}/auctions/${job.auction_id}`;
  return renderEmail(
    removed.email,
    () => import('./bid-removed.email.tsx'),
    {
      ...removed,
      auction_url,
    },
    await letterheadOf(context, job.auction_id),
  );
}
