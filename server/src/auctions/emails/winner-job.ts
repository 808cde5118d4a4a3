import { sql } from 'kysely';
import type { WorkerContext } from '../../context.ts';
import type { Email } from '../../email/email.ts';
import { renderEmail } from '../../email/render-email.ts';
import { letterheadOf } from './letterhead-of.ts';
import type { WinnerProps } from './winner.email.tsx';

export interface WinnerJob {
  kind: 'winner';
  auction_id: number;
  bid_id: number;
}

/** Null if that bid is no longer the winning bid. */
export async function winnerEmail(context: WorkerContext, job: WinnerJob): Promise<Email | null> {
  const { rows } = await sql<Omit<WinnerProps, 'auction_url'> & { email: string }>`
    select a.number, a.manufacturer, a.model, b.amount, b.is_offer, s.end_dt, a.staging_area_name,
      a.damage_condition, s.winner_notified_at,
      place.street as place_street, place.postal as place_postal, place.city as place_city,
      k.release_code, k.release_after_payment, k.free_until, d.due_date as deregistration_due,
      c.name as company_name, c.email as company_email, c.phone as company_phone, u.email
    from auctions a
    join auction_standings s on s.auction_id = a.id
    join companies c on c.id = a.company_id
    left join staging_areas area on area.id = a.staging_area_id
    left join service_stations place on place.id = area.service_station_id
    join bids b on b.auction_id = a.id and b.id = s.winning_bid_id
    join service_stations station on station.id = b.service_station_id and station.removed_at is null
    join mail_readers u on u.service_station_id = station.id
    left join lateral (
      select case when released_at is not null then release_code end as release_code, release_after_payment, free_until
      from collections
      where auction_id = a.id and bid_id = b.id and undone_at is null and withdrawn_at is null
    ) k on true
    left join deregistrations d on d.auction_id = a.id and d.bid_id = b.id and d.withdrawn_at is null
      and d.state <> 'waived'
    where a.id = ${job.auction_id} and s.winning_bid_id = ${job.bid_id} and a.deleted_at is null
      and s.winner_notified_at is not null`.execute(context.pool.db);
  const won = rows[0];
  if (!won) return null;
  const auction_url = `${context.config.publicUrl}/auctions/${job.auction_id}`;
  return renderEmail(
    won.email,
    () => import('./winner.email.tsx'),
    { ...won, auction_url },
    await letterheadOf(context, job.auction_id),
  );
}
