import { PAYMENT_DAYS } from '@restvarde/contract/dates';
import type { Viewer } from '@restvarde/contract/roles';
import type { MyTasks } from '@restvarde/contract/sale-calls/my-tasks';
import { sql } from 'kysely';
import { firstRow, type Queryable } from '../db/pool.ts';

/**
 * Counts the open offers to the caller's station, and its purchases with something that is late or due today: a
 * collection on its booked or last free day or after, an invoice, a certificate (LIST-17). One statement.
 */
export async function countMyTasks(db: Queryable, viewer: Viewer): Promise<MyTasks> {
  const station = viewer.service_station_id;
  const { rows } = await sql<MyTasks>`
    select (
      select count(*)::integer
      from offers o
      join bids b on b.auction_id = o.auction_id and b.id = o.bid_id
      join auctions a on a.id = o.auction_id
      where b.service_station_id = ${station} and o.settled_at is null and o.expires_at > now_ms()
        and a.deleted_at is null
    ) as open_offers, (
      select count(*)::integer
      from (
        select k.auction_id
        from collections k
        join auctions a on a.id = k.auction_id and a.deleted_at is null
        where k.service_station_id = ${station} and k.undone_at is null and k.withdrawn_at is null
          and (k.handed_over_at is null or k.paid_at is null)
          and (
            k.handed_over_at is null and k.released_at is not null and (
              k.free_until <= stockholm_today()
              or (k.booked_dt at time zone 'Europe/Stockholm')::date <= stockholm_today()
            )
            or k.paid_at is null
              and (k.ended_at at time zone 'Europe/Stockholm')::date + ${sql.lit(PAYMENT_DAYS)} <= stockholm_today()
          )
        union
        select d.auction_id
        from deregistrations d
        join auctions a on a.id = d.auction_id and a.deleted_at is null
        where d.service_station_id = ${station} and d.withdrawn_at is null
          and d.state in ('awaiting', 'returned') and d.due_date <= stockholm_today()
      ) due
    ) as due_purchases`.execute(db);
  return firstRow(rows);
}
