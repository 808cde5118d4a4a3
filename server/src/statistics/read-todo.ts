import type { Viewer } from '@restvarde/contract/roles';
import { type StorageFacts, storageCost, storageDays } from '@restvarde/contract/sale/storage';
import { TODO_KINDS, type Todo } from '@restvarde/contract/statistics';
import { sql } from 'kysely';
import { isReleased, offerState } from '../auctions/access/auction-view.ts';
import { scopeOf } from '../auctions/access/visibility.ts';
import type { AppContext } from '../context.ts';
import { queryPlanned } from '../db/pool.ts';

const TODO_LIMIT = 50;

interface TodoRow extends Omit<Todo, 'end_dt' | 'due_at' | 'thumb' | 'storage_cost'> {
  end_dt: Date;
  due_at: Date | null;
  image_key: string | null;
  collection:
    | (Omit<StorageFacts, 'released_at'> & { released_at: string | null; now: string })
    | null;
}

/** How long an answered offer without a binding bid is shown: it may need no further act. */
const ANSWERED_DAYS = 7;

/** 00:00 after the last day of free storage, in Stockholm (PICK-6). */
const pickupOver = sql`((c.free_until + 1)::timestamp at time zone 'Europe/Stockholm')`;

/** A collection that has not ended (PICK-1). */
const isWaiting = sql`(c.handed_over_at is null and c.undone_at is null and c.withdrawn_at is null)`;

/** 00:00 after the last day to deregister, in Stockholm (DISM-10). */
const deregistrationOver = sql`((d.due_date + 1)::timestamp at time zone 'Europe/Stockholm')`;

/**
 * Returns what needs a decision, earliest due first, then oldest (HOME-4, GEN-6). An auction counts once it is
 * closed. Released bids and open offers need no decision.
 */
export async function readTodo(
  { pool, media }: AppContext,
  viewer: Viewer,
  company: number | null,
): Promise<Todo[]> {
  const scope = scopeOf(viewer, company);
  const statement = sql<TodoRow>`
    with possible as materialized (
      select s.*
      from every_standing s
      where s.closed_at is not null and s.bid_count > 0
        and s.winner_notified_at is null and s.bids_released_at is null
        -- Narrows the index scan. The scope below decides.
        ${company === null ? sql`` : sql`and s.company_id = ${company}`}
      union
      select s.*
      from offers o
      join every_standing s on s.auction_id = o.auction_id
      where o.settled_at > (select now_ms()) - make_interval(days => ${ANSWERED_DAYS}::integer)
        and s.closed_at is not null and s.bid_count > 0 and s.winning_bid_id is null
        and not exists (
          select from auctions n where n.relisted_from = o.auction_id and n.deleted_at is null
        )
    ), candidates as materialized (
      select s.*
      from possible s
      -- Row by row: there are few, which the planner does not know.
      cross join lateral (select * from auctions where id = s.auction_id offset 0) a
      where ${scope.noIndex}
    ), waiting as (
      select s.auction_id, case
          when s.winning_bid_id is not null then 'not_notified'
          when newest.state in ('declined', 'expired') then 'offer_answered'
          when ${isReleased} or newest.state = 'open' then null
          when s.decision_due_at is not null then 'decision_due'
          else 'no_winner'
        end as kind,
        s.decision_due_at as due_at
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
      union all
      select c.auction_id, 'pickup_passed', ${pickupOver}
      from collections c
      join auctions a on a.id = c.auction_id
      join auction_standings s on s.auction_id = c.auction_id
      where ${isWaiting} and c.free_until < stockholm_today() and ${scope.always}
    ), first_kinds as (
      select distinct on (auction_id) auction_id, kind, due_at from waiting where kind is not null
      order by auction_id, array_position(${[...TODO_KINDS]}::text[], kind)
    ), shown as (
      select w.kind, w.due_at, s.* from first_kinds w
      join auction_standings s on s.auction_id = w.auction_id
      order by w.due_at nulls last, s.end_dt, s.auction_id
      limit ${TODO_LIMIT}
    )
    select s.kind, s.due_at,
      ${isReleased} or exists (
        select from collections undone where undone.auction_id = a.id and undone.undone_at is not null
      ) as is_released,
      a.id as auction_id, a.number, a.manufacturer, a.model, s.end_dt,
      company.name as company_name, s.highest_bid, a.reservation_price,
      (
        select i.key from auction_images i where i.auction_id = a.id order by i.position, i.id limit 1
      ) as image_key,
      json_build_object(
        'id', b.id,
        'bid', b.amount,
        'service_station_name', case when station.removed_at is null then station.name end
      ) as bid,
      (
        select json_build_object(
          'free_until', c.free_until,
          'paid_at', c.paid_at,
          'released_at', c.released_at,
          'waived_days', c.waived_days,
          'now', now_ms()
        )
        from collections c
        where s.kind = 'pickup_passed' and c.auction_id = s.auction_id and ${isWaiting}
      ) as collection
    from shown s
    join auctions a on a.id = s.auction_id
    join companies company on company.id = a.company_id
    join bids b on b.auction_id = s.auction_id and b.id = coalesce(s.winning_bid_id, s.leading_bid_id)
    join service_stations station on station.id = b.service_station_id
    order by s.due_at nulls last, s.end_dt, a.id`;
  const rows = await queryPlanned(pool.db, 'todo', statement);
  return rows.map(({ image_key, collection, ...row }) => ({
    ...row,
    storage_cost: collection && costOf(collection),
    end_dt: row.end_dt.toISOString(),
    due_at: row.due_at?.toISOString() ?? null,
    thumb: image_key && media.imageSizes(image_key).thumb,
  }));
}

function costOf({ released_at, now, ...facts }: NonNullable<TodoRow['collection']>): number {
  const released = released_at === null ? null : new Date(released_at);
  return storageCost(storageDays({ ...facts, released_at: released }, new Date(now)));
}
