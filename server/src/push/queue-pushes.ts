import type { PushKind } from '@restvarde/contract/push/push';
import { sql } from 'kysely';
import { isActive } from '../auctions/access/visibility.ts';
import type { AppContext } from '../context.ts';
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

/** How long before the end it is announced. */
const BEFORE_S = 900;
/** Maximum number of auctions in one transaction. */
const BATCH = 200;

/**
 * Queues the notifications of auctions that end within 15 minutes: to stations with a bid that is not removed, or an
 * alert. Once for an auction, though its end moves (PUSH-4). Nodes may run it concurrently. Returns the number of
 * auctions.
 */
export function announceEndings({ pool }: Pick<AppContext, 'pool'>): Promise<number> {
  return pool.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ auction_id: number }>`
      insert into announced_endings (auction_id)
      select s.auction_id
      from auction_standings s join auctions a on a.id = s.auction_id
      where s.closed_at is null
        and s.end_dt <= (select now_ms() + make_interval(secs => ${BEFORE_S}))
        and ${isActive} and a.deleted_at is null
        and not exists (select from announced_endings known where known.auction_id = s.auction_id)
      order by s.end_dt, s.auction_id
      limit ${BATCH}
      on conflict do nothing
      returning auction_id`.execute(tx);
    const ids = rows.map(({ auction_id }) => auction_id);
    if (ids.length === 0) return 0;
    const stations = await sql<Pick<PushNotice, 'auction_id' | 'service_station_id'>>`
      select auction_id, service_station_id from bids
      where auction_id = any(${ids}::integer[]) and removed_at is null
      union
      select auction_id, service_station_id from alerts where auction_id = any(${ids}::integer[])
      order by auction_id, service_station_id`.execute(tx);
    await queuePushes(
      tx,
      stations.rows.map((row) => ({ kind: 'ending', subject_id: null, ...row })),
    );
    return ids.length;
  });
}
