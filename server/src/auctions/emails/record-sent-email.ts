import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import type { QueuedEmail } from '../../email/emails.ts';

/**
 * Records that the mail server accepted an email about an auction, with the recipient's station or company
 * (PROOF-2). Emails about no auction are not recorded.
 */
export async function recordSentEmail(
  db: Database,
  { auction_id, collection_id, deregistration_id }: Partial<Record<string, unknown>> & QueuedEmail,
  { kind, to }: { kind: string; to: string },
): Promise<void> {
  if (!auction_id && !collection_id && !deregistration_id) return;
  await sql`
    insert into sale_letters (auction_id, kind, service_station_id, company_id, name)
    select a.id, ${kind}, st.id, case when st.id is null then c.id end, coalesce(st.name, c.name)
    from auctions a
    join companies c on c.id = a.company_id
    left join mail_readers reader on lower(reader.email) = lower(${to})
    left join service_stations st on st.id = reader.service_station_id
    where a.id = coalesce(${auction_id ?? null}::integer,
      (select auction_id from collections where id = ${collection_id ?? null}::integer),
      (select auction_id from deregistrations where id = ${deregistration_id ?? null}::integer))
    limit 1`.execute(db);
}
