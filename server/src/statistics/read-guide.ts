import {
  GUIDE_MAX_YEARS_APART,
  GUIDE_MIN_SALES,
  GUIDE_PERIOD_MONTHS,
  type getGuide,
  type PriceGuide,
} from '@restvarde/contract/auctions/guide';
import type { Query } from '@restvarde/contract/endpoint';
import { sql } from 'kysely';
import { firstRow, type Queryable } from '../db/pool.ts';

/** Returns what a company sold similar objects for (GUIDE-1). */
export async function readGuide(
  db: Queryable,
  company: number,
  object: Query<typeof getGuide>,
): Promise<PriceGuide> {
  const { manufacturer, model, damage_condition, model_year = null } = object;
  const year =
    model_year === null
      ? sql`true`
      : sql`a.model_year between ${model_year - GUIDE_MAX_YEARS_APART}::integer and ${model_year + GUIDE_MAX_YEARS_APART}::integer`;
  const since = sql`statement_timestamp() - make_interval(months => ${GUIDE_PERIOD_MONTHS}::integer)`;
  const quartile = (part: number) => sql`
    case when count(*) >= ${GUIDE_MIN_SALES}::integer then
      floor(percentile_cont(${part}::double precision) within group (order by won.amount) + 0.5)::integer
    end`;
  // An undone purchase has no winner (PICK-8), and an accepted offer is the winning bid (OFFER-9).
  const { rows } = await sql<PriceGuide>`
    select count(*)::integer as count, ${quartile(0.5)} as median, ${quartile(0.25)} as low, ${quartile(0.75)} as high
    from every_auction a
    cross join lateral (
      select s.winning_bid_id from every_standing s
      where s.auction_id = a.id and s.winner_notified_at is not null and s.end_dt >= ${since}
      offset 0
    ) s
    cross join lateral (
      select b.amount from every_bid b where b.auction_id = a.id and b.id = s.winning_bid_id offset 0
    ) won
    where a.company_id = ${company}
      and searchable(a.manufacturer) = searchable(${manufacturer})
      and searchable(a.model) = searchable(${model})
      and a.damage_condition = ${damage_condition}
      and a.closed_at >= ${since} and a.deleted_at is null and ${year}`.execute(db);
  return firstRow(rows);
}
