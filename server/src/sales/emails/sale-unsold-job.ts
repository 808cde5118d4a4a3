import { sql } from 'kysely';
import { isRelisted } from '../../auctions/emails/is-relisted.ts';
import { letterheadOf } from '../../auctions/emails/letterhead-of.ts';
import { managerOf } from '../../auctions/emails/manager-of.ts';
import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import type { SaleUnsoldProps } from './sale-unsold.email.tsx';

export interface SaleUnsoldJob {
  kind: 'sale-unsold';
  auction_id: number;
}

/** Sent to the manager of an auction whose bids were released. Null if there is no recipient. */
export async function saleUnsoldEmail(
  context: WorkerContext,
  job: SaleUnsoldJob,
): Promise<Email | null> {
  const { rows } = await sql<Omit<SaleUnsoldProps, 'auction_url'> & { email: string }>`
    select manager.email, a.number, a.manufacturer, a.model, s.highest_bid, a.reservation_price,
      coalesce(s.bids_released_at = s.decision_due_at, false) as is_by_time, ${isRelisted} as is_relisted,
      exists (select from auctions n where n.relisted_from = a.id and n.deleted_at is null) as has_successor
    from auctions a
    join auction_standings s on s.auction_id = a.id
    ${managerOf}
    where a.id = ${job.auction_id} and a.deleted_at is null and s.bids_released_at is not null`.execute(
    context.pool.db,
  );
  const unsold = rows[0];
  if (!unsold) return null;
  const auction_url = `${context.config.publicUrl}/auctions/${job.auction_id}`;
  return renderEmail(
    unsold.email,
    () => import('./sale-unsold.email.tsx'),
    {
      ...unsold,
      auction_url,
    },
    await letterheadOf(context, job.auction_id),
  );
}
