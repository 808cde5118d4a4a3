import { sql } from 'kysely';
import { letterheadOf } from '../../auctions/emails/letterhead-of.ts';
import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import type { BidsReleasedProps } from './bids-released.email.tsx';

export interface BidsReleasedJob {
  kind: 'bids-released';
  auction_id: number;
  service_station_id: number;
}

/**
 * Sent to a bidder, about its own bid only (AUC-13). Null if there is no recipient, and for the buyer of an
 * undone purchase, whose bid was accepted (PICK-8).
 */
export async function bidsReleasedEmail(
  context: WorkerContext,
  job: BidsReleasedJob,
): Promise<Email | null> {
  const { rows } = await sql<Omit<BidsReleasedProps, 'auction_url'> & { email: string }>`
    select u.email, a.number, a.manufacturer, a.model, own.amount as own_bid, c.name as company_name,
      c.email as company_email, c.phone as company_phone
    from auctions a
    join companies c on c.id = a.company_id
    join service_stations st on st.id = ${job.service_station_id} and st.removed_at is null
    join mail_readers u on u.service_station_id = st.id
    join lateral (
      select max(b.amount) as amount from bids b
      where b.auction_id = a.id and b.service_station_id = st.id and b.removed_at is null and not b.is_offer
    ) own on own.amount is not null
    where a.id = ${job.auction_id} and a.deleted_at is null
      and not exists (
        select from collections k
        where k.auction_id = a.id and k.service_station_id = st.id and k.undone_at is not null
      )
    order by u.id`.execute(context.pool.db);
  const released = rows[0];
  if (!released) return null;
  const auction_url = `${context.config.publicUrl}/auctions/${job.auction_id}`;
  return renderEmail(
    released.email,
    () => import('./bids-released.email.tsx'),
    {
      ...released,
      auction_url,
    },
    await letterheadOf(context, job.auction_id),
  );
}
