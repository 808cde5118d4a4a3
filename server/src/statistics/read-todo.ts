import { addDays, PICKUP_DAYS, stockholmDate, stockholmInstant } from '@restvarde/contract/dates';
import type { Viewer } from '@restvarde/contract/roles';
import { TODO_KINDS, type Todo } from '@restvarde/contract/statistics';
import { sql } from 'kysely';
import { isReleased, offerState } from '../auctions/access/auction-view.ts';
import { and, scopeOf } from '../auctions/access/visibility.ts';
import type { AppContext } from '../context.ts';

const TODO_LIMIT = 50;
/** An object that was to be collected longer ago than this is settled outside the product. */
const REMINDED_DAYS = 30;

interface TodoRow extends Omit<Todo, 'end_dt' | 'due_at' | 'thumb'> {
  end_dt: Date;
  due_at: Date | null;
  image_key: string | null;
}

/** An answer to an offer that bound no bid any more is shown for so long: nothing has to follow it. */
const ANSWERED_DAYS = 7;

/** 00:00 after the last day to collect, in Stockholm (AUC-1). */
const pickupOver = sql`(
  ((s.end_dt at time zone 'Europe/Stockholm')::date + ${PICKUP_DAYS + 1}::integer)::timestamp
    at time zone 'Europe/Stockholm'
)`;

/** 00:00 after the last day to deregister, in Stockholm (DISM-10). */
const deregistrationOver = sql`((d.due_date + 1)::timestamp at time zone 'Europe/Stockholm')`;

/**
 * What waits for a decision: what is due first, then the oldest (HOME-4, GEN-6). Who won is known when the auction is
 * closed; bids that are released wait for nobody, nor does what waits for a station's answer to an offer.
 */
export async function readTodo(
  { pool: { db }, media }: AppContext,
  viewer: Viewer,
  company: number | null,
): Promise<Todo[]> {
  const scope = scopeOf(viewer, company);
  // The pickup date is a day in Stockholm: passed when that day is over.
  const dayBefore = (days: number) =>
    stockholmInstant(`${addDays(stockholmDate(new Date()), -days)}T00:00`);
  const { rows } = await sql<TodoRow>`
    with candidates as materialized (
      select s.*
      from auctions a
      join auction_standings s on s.auction_id = a.id
      where ${and([scope.always, scope.ended])} and s.closed_at is not null and s.bid_count > 0 and (
        s.winner_notified_at is null and s.bids_released_at is null
        or s.winner_notified_at is not null and s.end_dt < ${dayBefore(PICKUP_DAYS)}
          and s.end_dt >= ${dayBefore(PICKUP_DAYS + REMINDED_DAYS)}
        or s.winning_bid_id is null and s.auction_id in (
          select auction_id from offers
          where settled_at > (select now_ms()) - make_interval(days => ${ANSWERED_DAYS}::integer)
        )
      )
    ), waiting as (
      select s.auction_id, case
          when s.winner_notified_at is not null then 'pickup_passed'
          when s.winning_bid_id is not null then 'not_notified'
          when newest.state in ('declined', 'expired') then 'offer_answered'
          when ${isReleased} or newest.state = 'open' then null
          when s.decision_due_at is not null then 'decision_due'
          else 'no_winner'
        end as kind,
        case when s.winner_notified_at is not null then ${pickupOver} else s.decision_due_at end as due_at
      from candidates s
      left join lateral (
        select ${offerState} as state from offers o where o.auction_id = s.auction_id
        order by o.id desc limit 1
      ) newest on true
      union all
      select d.auction_id,
        case when d.state = 'submitted' then 'deregistration_submitted' else 'deregistration_overdue' end,
        case when d.state <> 'submitted' then ${deregistrationOver} end
      from deregistrations d
      join auctions a on a.id = d.auction_id
      join auction_standings s on s.auction_id = d.auction_id
      where d.withdrawn_at is null and ${scope.always}
        and (d.state = 'submitted' or d.state in ('awaiting', 'returned') and d.due_date < stockholm_today())
    ), first_kinds as (
      select distinct on (auction_id) auction_id, kind, due_at from waiting where kind is not null
      order by auction_id, array_position(${[...TODO_KINDS]}::text[], kind)
    ), shown as (
      select w.kind, w.due_at, s.* from first_kinds w
      join auction_standings s on s.auction_id = w.auction_id
      order by w.due_at nulls last, s.end_dt, s.auction_id
      limit ${TODO_LIMIT}
    )
    select s.kind, s.due_at, a.id as auction_id, a.number, a.manufacturer, a.model, s.end_dt,
      company.name as company_name, s.highest_bid, a.reservation_price,
      (
        select i.key from auction_images i where i.auction_id = a.id order by i.position, i.id limit 1
      ) as image_key,
      json_build_object(
        'id', b.id,
        'bid', b.amount,
        'service_station_name', case when station.removed_at is null then station.name end
      ) as bid
    from shown s
    join auctions a on a.id = s.auction_id
    join companies company on company.id = a.company_id
    join bids b on b.auction_id = s.auction_id and b.id = coalesce(s.winning_bid_id, s.leading_bid_id)
    join service_stations station on station.id = b.service_station_id
    order by s.due_at nulls last, s.end_dt, a.id`.execute(db);
  return rows.map(({ image_key, ...row }) => ({
    ...row,
    end_dt: row.end_dt.toISOString(),
    due_at: row.due_at?.toISOString() ?? null,
    thumb: image_key && media.imageSizes(image_key).thumb,
  }));
}
