import { sql } from 'kysely';
import { letterheadOf } from '../../auctions/emails/letterhead-of.ts';
import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import type { DeregistrationReturnedProps } from './deregistration-returned.email.tsx';

export interface DeregistrationReturnedJob {
  kind: 'deregistration-returned';
  deregistration_id: number;
}

type Row = Omit<DeregistrationReturnedProps, 'auction_url'> & { auction_id: number; email: string };

/**
 * Null if another certificate has been sent, no deregistration is required any more, or there is no recipient.
 */
export async function deregistrationReturnedEmail(
  context: WorkerContext,
  job: DeregistrationReturnedJob,
): Promise<Email | null> {
  const { rows } = await sql<Row>`
    select d.auction_id, d.due_date, d.returned_reason as reason, u.email, a.number, a.manufacturer, a.model,
      c.name as company_name, c.email as company_email, c.phone as company_phone
    from deregistrations d
    join auctions a on a.id = d.auction_id and a.deleted_at is null
    join companies c on c.id = a.company_id
    join service_stations station on station.id = d.service_station_id and station.removed_at is null
    join mail_readers u on u.service_station_id = station.id
    where d.id = ${job.deregistration_id} and d.withdrawn_at is null and d.state = 'returned'
    order by u.id`.execute(context.pool.db);
  const [returned] = rows;
  if (!returned) return null;
  const auction_url = `${context.config.publicUrl}/auctions/${returned.auction_id}`;
  return renderEmail(
    returned.email,
    () => import('./deregistration-returned.email.tsx'),
    { ...returned, auction_url },
    await letterheadOf(context, returned.auction_id),
  );
}
