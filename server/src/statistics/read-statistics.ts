import type { AuctionFilter } from '@restvarde/contract/auctions/list-auctions';
import type { Viewer } from '@restvarde/contract/roles';
import type { Statistics } from '@restvarde/contract/statistics';
import { sql } from 'kysely';
import { and, type Condition, scopeOf } from '../auctions/access/visibility.ts';
import { filtersOf } from '../auctions/lists/list-filters.ts';
import { statesOf } from '../auctions/lists/list-order.ts';
import { firstRow, type Queryable, queryPlanned } from '../db/pool.ts';

/**
 * Returns the sums of all matching auctions: with a filter from the auctions, without from stored sums (HOME-1,
 * HOME-3).
 * @throws DomainError 400 for an invalid filter
 */
export async function readStatistics(
  db: Queryable,
  viewer: Viewer,
  company: number | null,
  filter: AuctionFilter,
): Promise<Statistics> {
  const scope = scopeOf(viewer, company);
  const states = statesOf(filter);
  const { filters } = filtersOf(viewer, filter);
  if (states.length === 3 && filters.length === 0) return readAll(db, company);
  const chosen = states.map((state) => scope[state]).filter((state) => state !== null);
  const conditions: Condition[] = [scope.always, ...filters];
  if (states.length < 3) conditions.push(sql<boolean>`(${sql.join(chosen, sql` or `)})`);
  const { rows } = await sql<Statistics>`
    select count(*) filter (where ${scope.active}) as ongoing_auctions,
      coalesce(sum(a.start_bid), 0) as start_bid_total,
      coalesce(sum(winner.amount), 0) as winning_bid_total
    from every_auction a
    join every_standing s on s.auction_id = a.id
    left join every_bid winner on winner.auction_id = a.id and winner.id = s.winning_bid_id
    where ${and(conditions)}`.execute(db);
  return firstRow(rows);
}

/**
 * Returns the statistics without a filter. Closed auctions come from the stored months, or from the auctions themselves if a
 * month has changed since it was summed. Open auctions come from an index that has only them. The result is
 * always exact.
 */
async function readAll(db: Queryable, company: number | null): Promise<Statistics> {
  const own = (column: string) =>
    company === null ? sql`true` : sql`${sql.ref(column)} = ${company}::integer`;
  const statement = sql<Statistics>`
    with stale as materialized (
      select m.company_id, m.month from stale_sale_months m where ${own('m.company_id')}
      union
      select m.company_id, m.month from sale_months m
      where m.start_bid_total is null and ${own('m.company_id')}
    ), summed as (
      select sum(m.start_bid_total) as start_bids, sum(m.sold_total) as winning_bids
      from sale_months m
      where m.category_id is null and ${own('m.company_id')}
        and not exists (select from stale t where t.company_id = m.company_id and t.month = m.month)
    ), changed as (
      select sum(a.start_bid) as start_bids, sum(winner.amount) as winning_bids
      from stale t
      join every_standing s on s.company_id = t.company_id
        and s.end_dt >= t.month::timestamp at time zone 'Europe/Stockholm'
        and s.end_dt < (t.month + interval '1 month') at time zone 'Europe/Stockholm'
      cross join lateral (
        select start_bid from every_auction where id = s.auction_id and deleted_at is null offset 0
      ) a
      left join every_bid winner on winner.auction_id = s.auction_id and winner.id = s.winning_bid_id
      where s.closed_at is not null
    ), open as (
      select sum(a.start_bid) as start_bids,
        count(*) filter (where a.start_dt <= statement_timestamp()) as begun
      from every_auction a
      where a.closed_at is null and a.deleted_at is null and ${own('a.company_id')}
    ), past_end as (
      select count(*) as count
      from every_standing s
      -- The company is tested per row: the planner would otherwise join all of the company's auctions with the few just ended.
      cross join lateral (
        select from every_auction a
        where a.id = s.auction_id and a.closed_at is null and a.deleted_at is null and ${own('a.company_id')}
        offset 0
      ) a
      where s.closed_at is null and s.end_dt <= statement_timestamp()
    )
    select open.begun - past_end.count as ongoing_auctions,
      (coalesce(summed.start_bids, 0) + coalesce(changed.start_bids, 0) + coalesce(open.start_bids, 0))::bigint
        as start_bid_total,
      (coalesce(summed.winning_bids, 0) + coalesce(changed.winning_bids, 0))::bigint as winning_bid_total
    from summed, changed, open, past_end`;
  return firstRow(await queryPlanned(db, 'statistics', statement));
}
