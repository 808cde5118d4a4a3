import { storedColumns } from '@restvarde/server/auctions/form/stored-fields';
import type { Tx } from '@restvarde/server/db/pool';
import { sql } from 'kysely';

/**
 * Writes the audit log of the demo's auctions as the calls would have: created, closed or ended early, winner chosen
 * and notified, paid, handed over (AUC-16).
 */
export async function writeDemoHistory(tx: Tx): Promise<void> {
  await sql`
    with made as (
      select a.*, s.end_dt, s.highest_bid, s.winning_bid_id, s.winner_notified_at,
        s.highest_bid >= coalesce(a.reservation_price, 0) as reserve_met,
        -- An early end is a day before the planned one.
        case when a.cancelled_at is null then s.end_dt else s.end_dt + interval '1 day' end as planned_end,
        (select to_jsonb(stored) from (select ${storedColumns}) stored) as form
      from auctions a join auction_standings s on s.auction_id = a.id
    ), acts (at, user_id, company_id, auction_id, action, before, after) as (
      select created_at, created_by, company_id, id, 'create', null::jsonb,
        form || jsonb_build_object('end_dt', planned_end)
      from made
      union all
      select closed_at, null, company_id, id, 'close', null,
        jsonb_build_object('winning_bid_id', case when reserve_met then winning_bid_id end, 'highest_bid', highest_bid)
      from made where closed_at is not null and cancelled_at is null
      union all
      select cancelled_at, created_by, company_id, id, 'cancel',
        jsonb_build_object('end_dt', planned_end), jsonb_build_object('end_dt', end_dt)
      from made where cancelled_at is not null
      union all
      select winner_notified_at - interval '1 hour', created_by, company_id, id, 'select winner',
        jsonb_build_object('winning_bid_id', null),
        jsonb_build_object('winning_bid_id', winning_bid_id, 'amount', highest_bid)
      from made where winner_notified_at is not null and not reserve_met
      union all
      select winner_notified_at, created_by, company_id, id, 'notify winner', null,
        jsonb_build_object('winning_bid_id', winning_bid_id)
      from made where winner_notified_at is not null
      union all
      select greatest(c.paid_at + interval '10 hours', m.winner_notified_at + interval '1 minute'), m.created_by,
        m.company_id, m.id, 'change collection', jsonb_build_object('paid_at', null),
        jsonb_build_object('paid_at', c.paid_at)
      from made m join collections c on c.auction_id = m.id
      where c.paid_at is not null
      union all
      select c.handed_over_at, c.handed_over_by, m.company_id, m.id, 'hand over', null,
        jsonb_build_object('storage_days', c.storage_days, 'storage_cost', c.storage_cost)
      from made m join collections c on c.auction_id = m.id
      where c.handed_over_at is not null
    )
    insert into audit_log (at, user_id, company_id, auction_id, action, before, after)
    select * from acts order by at, auction_id`.execute(tx);
}
