import type { AuctionFilter } from '@restvarde/contract/auctions/list-auctions';
import { addDays, PICKUP_DAYS, stockholmDate, stockholmInstant } from '@restvarde/contract/dates';
import type { Viewer } from '@restvarde/contract/roles';
import {
  getStatistics,
  listTodo,
  type Statistics,
  type Todo,
} from '@restvarde/contract/statistics';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { and, type Condition, scopeOf } from '../auctions/access/visibility.ts';
import { filtersOf } from '../auctions/lists/list-filters.ts';
import { statesOf } from '../auctions/lists/list-order.ts';
import { companyOf } from '../companies/company-of.ts';
import type { AppContext } from '../context.ts';
import type { Queryable } from '../db/pool.ts';
import { route } from '../http/route.ts';

export function statisticsRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context.pool;
  route(app, context, getStatistics, ({ viewer, query }) =>
    readStatistics(db, viewer, companyOf(viewer, query), query),
  );
  route(app, context, listTodo, ({ viewer, query }) =>
    readTodo(context, viewer, companyOf(viewer, query)),
  );
}

/** One aggregate over all that match (HOME-1, HOME-3). */
async function readStatistics(
  db: Queryable,
  viewer: Viewer,
  company: number | null,
  filter: AuctionFilter,
): Promise<Statistics> {
  const scope = scopeOf(viewer, company);
  const states = statesOf(filter);
  const chosen = states.map((state) => scope[state]).filter((state) => state !== null);
  const conditions: Condition[] = [scope.always, ...filtersOf(viewer, filter)];
  if (states.length < 3) conditions.push(sql<boolean>`(${sql.join(chosen, sql` or `)})`);
  const { rows } = await sql<Statistics>`
    select count(*) filter (where ${scope.active}) as ongoing_auctions,
      coalesce(sum(a.start_bid), 0) as start_bid_total,
      coalesce(sum(winner.amount), 0) as winning_bid_total
    from auctions a
    join auction_standings s on s.auction_id = a.id
    left join bids winner on winner.auction_id = a.id and winner.id = s.winning_bid_id
    where ${and(conditions)}`.execute(db);
  return rows[0]!;
}

const TODO_LIMIT = 50;
/** An object that was to be collected longer ago than this is settled outside the product. */
const REMINDED_DAYS = 30;

type TodoRow = Omit<Todo, 'end_dt' | 'thumb'> & { end_dt: Date; image_key: string | null };

/** What waits for a decision, the oldest first (HOME-4); who won is known when the auction is closed. */
async function readTodo(
  { pool: { db }, media }: AppContext,
  viewer: Viewer,
  company: number | null,
): Promise<Todo[]> {
  const scope = scopeOf(viewer, company);
  // The pickup date is a day in Stockholm: passed when that day is over.
  const dayBefore = (days: number) =>
    stockholmInstant(`${addDays(stockholmDate(new Date()), -days)}T00:00`);
  const { rows } = await sql<TodoRow>`
    with waiting as (
      select s.*, case
          when s.winning_bid_id is null then 'no_winner'
          when s.winner_notified_at is null then 'not_notified'
          else 'pickup_passed'
        end as kind
      from auctions a
      join auction_standings s on s.auction_id = a.id
      where ${and([scope.always, scope.ended])} and s.closed_at is not null and s.bid_count > 0 and (
        s.winner_notified_at is null
        or s.end_dt < ${dayBefore(PICKUP_DAYS)} and s.end_dt >= ${dayBefore(PICKUP_DAYS + REMINDED_DAYS)}
      )
      order by s.end_dt, a.id
      limit ${TODO_LIMIT}
    )
    select s.kind, a.id as auction_id, a.number, a.manufacturer, a.model, s.end_dt, company.name as company_name,
      s.highest_bid, a.reservation_price,
      (
        select i.key from auction_images i where i.auction_id = a.id order by i.position, i.id limit 1
      ) as image_key,
      json_build_object(
        'id', b.id,
        'bid', b.amount,
        'service_station_name', case when station.removed_at is null then station.name end
      ) as bid
    from waiting s
    join auctions a on a.id = s.auction_id
    join companies company on company.id = a.company_id
    join bids b on b.auction_id = s.auction_id and b.id = coalesce(s.winning_bid_id, s.leading_bid_id)
    join service_stations station on station.id = b.service_station_id
    order by s.end_dt, a.id`.execute(db);
  return rows.map(({ image_key, ...row }) => ({
    ...row,
    end_dt: row.end_dt.toISOString(),
    thumb: image_key && media.imageSizes(image_key).thumb,
  }));
}
