import type { PushKind } from '@restvarde/contract/push/push';
import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';

/** Something that a station is notified of. */
export interface PushNotice {
  kind: PushKind;
  auction_id: number;
  service_station_id: number;
  /** The bid that lost the lead or has won, or the offer; null for an end. */
  subject_id: number | null;
}

/**
 * Queues a notification for each browser of these stations whose user wants the kind, in the transaction of the cause
 * (PUSH-4).
 */
export async function queuePushes(tx: Tx, notices: PushNotice[]): Promise<void> {
  if (notices.length === 0) return;
  await sql`
    insert into push_messages (subscription_id, kind, auction_id, subject_id)
    select p.id, n.kind, n.auction_id, n.subject_id
    from unnest(
      ${notices.map(({ kind }) => kind)}::text[],
      ${notices.map(({ auction_id }) => auction_id)}::integer[],
      ${notices.map(({ service_station_id }) => service_station_id)}::integer[],
      ${notices.map(({ subject_id }) => subject_id)}::integer[]
    ) as n(kind, auction_id, service_station_id, subject_id)
    join mail_readers u on u.service_station_id = n.service_station_id
    join push_subscriptions p on p.user_id = u.id
    left join notification_settings own on own.user_id = u.id
    where n.kind <> all(coalesce(own.push_off, '{}'))
    order by p.id`.execute(tx);
}
