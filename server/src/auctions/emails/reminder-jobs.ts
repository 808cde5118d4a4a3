import { sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import { letterheadOf } from './letterhead-of.ts';
import { managerOf } from './manager-of.ts';
import type { PickupReminderProps } from './pickup-reminder.email.tsx';
import type { UnnotifiedWinner } from './untold-winners.email.tsx';

export interface PickupReminderJob {
  kind: 'pickup-reminder';
  auction_id: number;
  bid_id: number;
}

export interface UnnotifiedWinnersJob {
  kind: 'untold-winners';
  user_id: number;
  auction_ids: number[];
}

const UNTOLD_AFTER = '3 days';
/** Winners selected longer ago are from before reminders existed. */
const REMIND_WITHIN = '30 days';

/** Reminds staff of winners that are not notified, once per winning bid (MAIL-1). */
export async function remindToNotify(
  context: Pick<WorkerContext, 'jobs'>,
  tx: Tx,
  { to }: { to: Date },
): Promise<void> {
  const due = await sql<{ user_id: number; auction_ids: number[] }>`
    with due as (
      insert into reminders (auction_id, bid_id, kind)
      select s.auction_id, s.winning_bid_id, 'notify winner'
      from auction_standings s join auctions a on a.id = s.auction_id and a.deleted_at is null
      where s.winning_bid_id is not null and s.winner_notified_at is null
        and s.end_dt <= ${to}::timestamptz - ${UNTOLD_AFTER}::interval
        and s.end_dt > ${to}::timestamptz - ${REMIND_WITHIN}::interval
      on conflict do nothing
      returning auction_id
    )
    select manager.id as user_id, array_agg(a.id order by a.id) as auction_ids
    from due join auctions a on a.id = due.auction_id
    ${managerOf}
    group by manager.id`.execute(tx);
  await context.jobs.sendAll(
    tx,
    'mail',
    due.rows.map((row): UnnotifiedWinnersJob => ({ kind: 'untold-winners', ...row })),
  );
}

/** Null if it is no longer the winning bid, or there is no recipient. */
export async function pickupReminderEmail(
  context: WorkerContext,
  job: PickupReminderJob,
): Promise<Email | null> {
  const { rows } = await sql<Omit<PickupReminderProps, 'auction_url'> & { email: string }>`
    select u.email, a.number, a.manufacturer, a.model, b.amount, b.is_offer, s.end_dt,
      a.staging_area_name, a.damage_condition, s.winner_notified_at, k.free_until,
      place.street as place_street, place.postal as place_postal, place.city as place_city,
      c.name as company_name, c.email as company_email, c.phone as company_phone
    from auctions a
    join auction_standings s on s.auction_id = a.id and s.winner_notified_at is not null
    join companies c on c.id = a.company_id
    left join staging_areas area on area.id = a.staging_area_id
    left join service_stations place on place.id = area.service_station_id
    join bids b on b.auction_id = a.id and b.id = s.winning_bid_id and b.id = ${job.bid_id}
    join service_stations st on st.id = b.service_station_id and st.removed_at is null
    join mail_readers u on u.service_station_id = st.id
    join collections k on k.auction_id = a.id and k.bid_id = b.id
      and k.handed_over_at is null and k.undone_at is null and k.withdrawn_at is null
    where a.id = ${job.auction_id} and a.deleted_at is null
    order by u.id`.execute(context.pool.db);
  const won = rows[0];
  if (!won) return null;
  const auction_url = `${context.config.publicUrl}/auctions/${job.auction_id}`;
  return renderEmail(
    won.email,
    () => import('./pickup-reminder.email.tsx'),
    {
      ...won,
      auction_url,
    },
    await letterheadOf(context, job.auction_id),
  );
}

/** Lists winners still not notified in the reader's company. Null if there are none. */
export async function unnotifiedWinnersEmail(
  context: WorkerContext,
  job: UnnotifiedWinnersJob,
): Promise<Email | null> {
  const { rows } = await sql<UnnotifiedWinner & { id: number; email: string }>`
    select a.id, u.email, a.number, a.manufacturer, a.model
    from auctions a
    join auction_standings s on s.auction_id = a.id
    join mail_readers u on u.id = ${job.user_id} and u.role >= 20
      and (u.company_id = a.company_id or u.is_superuser)
    where a.id = any(${job.auction_ids}::integer[]) and a.deleted_at is null
      and s.winning_bid_id is not null and s.winner_notified_at is null
    order by s.end_dt, a.id`.execute(context.pool.db);
  const [first] = rows;
  if (!first) return null;
  const { publicUrl } = context.config;
  const url = rows.length === 1 ? `${publicUrl}/auctions/${first.id}` : `${publicUrl}/`;
  return renderEmail(first.email, () => import('./untold-winners.email.tsx'), {
    auctions: rows,
    url,
  });
}
