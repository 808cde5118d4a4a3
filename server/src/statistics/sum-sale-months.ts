import { sql } from 'kysely';
import type { WorkerContext } from '../context.ts';

/** Maximum number of months per run, so that filling a new column of a large database blocks nobody. */
const MAX_MONTHS = 50;
/** Advisory lock: one node sums at a time, so that an older sum never replaces a newer. */
const LOCK = 0x53_41_4c_45;

/**
 * Recomputes the months that have changed since they were summed (HOME-6). Returns how many; 0 while another node
 * is at it. A change committed meanwhile has its own mark, for the next run.
 */
export async function sumSaleMonths({ pool }: Pick<WorkerContext, 'pool'>): Promise<number> {
  return pool.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ is_mine: boolean }>`
      select pg_try_advisory_xact_lock(${LOCK}) as is_mine`.execute(tx);
    if (!rows[0]?.is_mine) return 0;
    await sql`
      insert into stale_sale_months (company_id, month)
      select distinct company_id, month from sale_months where start_bid_total is null limit ${MAX_MONTHS}`.execute(
      tx,
    );
    const stale = await sql<{ company_id: number; month: string }>`
      with oldest as (
        select company_id, month
        from stale_sale_months
        group by company_id, month
        order by min(id)
        limit ${MAX_MONTHS}
      ), taken as (
        delete from stale_sale_months s
        using oldest o
        where s.company_id = o.company_id and s.month = o.month
      )
      select company_id, month::text from oldest`.execute(tx);
    if (stale.rows.length === 0) return 0;
    const companies = stale.rows.map((row) => row.company_id);
    const months = stale.rows.map((row) => row.month);
    const taken = sql`unnest(${companies}::integer[], ${months}::date[]) as taken(company_id, month)`;
    await sql`
      delete from sale_months m using ${taken}
      where m.company_id = taken.company_id and m.month = taken.month`.execute(tx);
    // A separate statement, to see everything committed before the marks were taken.
    await sql`
      insert into sale_months
      select taken.company_id, taken.month, category.id,
        count(*), count(winner.amount),
        coalesce(sum(winner.amount), 0),
        coalesce(sum(winner.amount) filter (where a.reservation_price is not null), 0),
        coalesce(sum(a.reservation_price) filter (where winner.amount is not null), 0),
        coalesce(sum(extract(epoch from greatest(coalesce(chosen.at, s.closed_at) - s.end_dt, '0')))
          filter (where winner.amount is not null), 0),
        count(s.winner_notified_at),
        coalesce(sum(extract(epoch from s.winner_notified_at - s.end_dt)), 0),
        count(k.handed_over_at),
        coalesce(sum(extract(epoch from k.handed_over_at - s.end_dt)), 0),
        sum(a.start_bid)
      from ${taken}
      join auction_standings s on s.company_id = taken.company_id
        and s.end_dt >= taken.month::timestamp at time zone 'Europe/Stockholm'
        and s.end_dt < (taken.month + interval '1 month') at time zone 'Europe/Stockholm'
      join auctions a on a.id = s.auction_id and a.deleted_at is null
      left join bids winner on winner.auction_id = s.auction_id and winner.id = s.winning_bid_id
      -- Handed over by a user: older sales count as collected without a known day (PICK-10).
      left join collections k on k.auction_id = s.auction_id and k.handed_over_by is not null
      left join lateral (
        select max(l.at) as at from audit_log l
        where l.auction_id = s.auction_id and l.action in ('select winner', 'accept offer')
      ) chosen on winner.id is not null
      cross join lateral (
        select null::integer as id
        union all
        select category_id from auction_categories where auction_id = a.id
      ) category
      where s.closed_at is not null
      group by taken.company_id, taken.month, category.id`.execute(tx);
    return stale.rows.length;
  });
}
