import { sql } from 'kysely';
import { letterheadOf } from '../../auctions/emails/letterhead-of.ts';
import { managerOf } from '../../auctions/emails/manager-of.ts';
import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import type { OfferAnsweredProps } from './offer-answered.email.tsx';

export interface OfferAnsweredJob {
  kind: 'offer-answered';
  auction_id: number;
  offer_id: number;
}

/** Sent to the manager of an auction whose offer was declined or has expired. Null if there is no recipient. */
export async function offerAnsweredEmail(
  context: WorkerContext,
  job: OfferAnsweredJob,
): Promise<Email | null> {
  const { rows } = await sql<Omit<OfferAnsweredProps, 'auction_url'> & { email: string }>`
    select manager.email, a.number, a.manufacturer, a.model, st.name as service_station_name, o.amount, o.state,
      case when s.bids_released_at is null then b.amount end as binding_bid, s.decision_due_at
    from offers o
    join auctions a on a.id = o.auction_id and a.deleted_at is null
    join auction_standings s on s.auction_id = a.id
    join bids b on b.auction_id = o.auction_id and b.id = o.bid_id
    join service_stations st on st.id = b.service_station_id
    ${managerOf}
    where o.id = ${job.offer_id} and o.state in ('declined', 'expired')`.execute(context.pool.db);
  const answered = rows[0];
  if (!answered) return null;
  const auction_url = `${context.config.publicUrl}/auctions/${job.auction_id}`;
  return renderEmail(
    answered.email,
    () => import('./offer-answered.email.tsx'),
    {
      ...answered,
      auction_url,
    },
    await letterheadOf(context, job.auction_id),
  );
}
