import { sql } from 'kysely';
import { letterheadOf } from '../../auctions/emails/letterhead-of.ts';
import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import type { OfferProps } from './offer.email.tsx';

export interface OfferJob {
  kind: 'offer';
  auction_id: number;
  offer_id: number;
}

/** Null if it is no longer open. */
export async function offerEmail(context: WorkerContext, job: OfferJob): Promise<Email | null> {
  const { rows } = await sql<Omit<OfferProps, 'auction_url'> & { email: string }>`
    select u.email, a.number, a.manufacturer, a.model, b.amount as own_bid, o.amount, o.expires_at,
      c.name as company_name, c.email as company_email, c.phone as company_phone
    from offers o
    join auctions a on a.id = o.auction_id and a.deleted_at is null
    join companies c on c.id = a.company_id
    join bids b on b.auction_id = o.auction_id and b.id = o.bid_id
    join service_stations st on st.id = b.service_station_id and st.removed_at is null
    join mail_readers u on u.service_station_id = st.id
    where o.id = ${job.offer_id} and o.state = 'open' and o.expires_at > now_ms()
    order by u.id`.execute(context.pool.db);
  const offer = rows[0];
  if (!offer) return null;
  const auction_url = `${context.config.publicUrl}/auctions/${job.auction_id}`;
  return renderEmail(
    offer.email,
    () => import('./offer.email.tsx'),
    { ...offer, auction_url },
    await letterheadOf(context, job.auction_id),
  );
}
