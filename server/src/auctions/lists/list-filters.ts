import type { AuctionFilter } from '@restvarde/contract/auctions/list-auctions';
import { addDays, isDate, stockholmInstant, TIME_ZONE } from '@restvarde/contract/dates';
import { may, type Viewer } from '@restvarde/contract/roles';
import { type RawBuilder, sql } from 'kysely';
import { contains } from '../../db/contains.ts';
import { refuse } from '../../http/domain-error.ts';
import {
  and,
  type Condition,
  hasBidOf,
  type IndexScan,
  type Scope,
  scopeOf,
} from '../access/visibility.ts';

/** One of the three lists (LIST-1). */
export type ListKind = 'all' | 'mine' | 'won';

/**
 * Returns the scope of a list. Vunna auktioner has ended auctions that were won and notified, collected or not
 * (LIST-6, PICK-1). The groups of Mina auktioner add their own conditions.
 */
export function listScope(viewer: Viewer, kind: ListKind, company: number | null): Scope {
  const scope = scopeOf(viewer, company);
  if (kind !== 'won') return scope;
  // `offset 0` makes the planner look up each row instead of reading all of the station's.
  const hasWon = sql<boolean>`(
    s.winner_notified_at is not null and exists (
      select from bids b
      where b.auction_id = a.id and b.id = s.winning_bid_id
        and b.service_station_id = ${viewer.service_station_id}
      offset 0
    )
    or exists (
      select from collections k
      where k.auction_id = a.id and k.service_station_id = ${viewer.service_station_id}
        and k.undone_at is not null
      offset 0
    )
  )`;
  const isCollected = sql<boolean>`a.id in (select unnest(array(
    select k.auction_id from collections k where k.service_station_id = ${viewer.service_station_id}
  )))`;
  return {
    ...scope,
    ofEnded: { test: and([hasBidOf(viewer), hasWon]), found: and([isCollected, hasWon]) },
  };
}

/** Scans a station's collections (due, done or undone), each auction once, in order of the ends (LIST-6). */
export function collected(viewer: Viewer): IndexScan {
  return {
    from: sql`collections k
      cross join lateral (select * from every_standing where auction_id = k.auction_id offset 0) s
      cross join lateral (select * from every_auction where id = k.auction_id offset 0) a`,
    where: sql<boolean>`(
      k.service_station_id = ${viewer.service_station_id} and k.withdrawn_at is null and not exists (
        select from collections later
        where later.auction_id = k.auction_id and later.id > k.id
          and later.service_station_id = k.service_station_id and later.withdrawn_at is null
        offset 0
      )
    )`,
    key: sql`k.ended_at`,
    id: sql`k.auction_id`,
  };
}

/** Without a letter or a digit there is nothing to search for. */
const HAS_WORD = /[\p{L}\p{N}]/u;

/** The filters of a list, in two forms. */
interface Filters {
  filters: Condition[];
  /** The same as tests of a row, with the search term evaluated once instead of per row. */
  rowFilters: Condition[];
  /** At least one filter is served by an index of the standings. */
  byStanding: boolean;
  /** At least one filter is served by a text index, which also has the company. */
  byText: boolean;
}

/**
 * Returns the filters other than the states (LIST-2, LIST-5, LIST-11, LIST-12). Selective ones are served by an
 * index of the auctions unless `byStanding`.
 * @throws DomainError 400 for an invalid day
 */
export function filtersOf(viewer: Viewer, filter: AuctionFilter): Filters {
  const texts = textFilters(filter, (value) => value);
  const others = otherFilters(viewer, filter);
  return {
    filters: [...texts, ...others],
    rowFilters: [...textFilters(filter, (value) => sql`(select ${value})`), ...others],
    byStanding: Boolean(filter.end_dt ?? filter.ends_today ?? filter.buyer),
    byText: texts.length > 0,
  };
}

/** The text filters. `wrap` wraps each search term. */
function textFilters(
  filter: AuctionFilter,
  wrap: (value: RawBuilder<unknown>) => RawBuilder<unknown>,
): Condition[] {
  const conditions: Condition[] = [];
  const texts = {
    number: filter.number,
    registration_number: filter.registration_number,
    chassis_number: filter.chassis_number,
    manufacturer: filter.manufacturer,
    model: filter.model,
    staging_area_name: filter.staging_area_name,
  };
  for (const [column, text] of Object.entries(texts)) {
    if (text) conditions.push(contains(`a.${column}`, text, wrap));
  }
  if (filter.q && HAS_WORD.test(filter.q)) {
    conditions.push(sql<boolean>`a.words @@ ${wrap(sql`search_query(${filter.q})`)}`);
  }
  return conditions;
}

function otherFilters(viewer: Viewer, filter: AuctionFilter): Condition[] {
  const conditions: Condition[] = [];
  if (filter.company_name) {
    conditions.push(sql<boolean>`a.company_id = any(array(
      select seller.id from companies seller where ${contains('seller.name', filter.company_name)}
    ))`);
  }
  if (filter.damage_condition) {
    conditions.push(sql<boolean>`a.damage_condition = ${filter.damage_condition}`);
  }
  if (filter.model_year_from !== undefined) {
    conditions.push(sql<boolean>`a.model_year >= ${filter.model_year_from}::integer`);
  }
  if (filter.model_year_to !== undefined) {
    conditions.push(sql<boolean>`a.model_year <= ${filter.model_year_to}::integer`);
  }
  if (filter.mileage_to !== undefined) {
    conditions.push(sql<boolean>`a.mileage <= ${filter.mileage_to}::integer`);
  }
  if (filter.id) conditions.push(sql<boolean>`a.id = any(${filter.id}::integer[])`);
  if (filter.category) {
    conditions.push(sql<boolean>`exists (
      select from auction_categories ac
      where ac.auction_id = a.id and ac.category_id = any(${filter.category}::integer[])
    )`);
  }
  if (filter.buyer && may.manageAuctions(viewer)) {
    conditions.push(sql<boolean>`exists (
      select from bids b join service_stations buyer on buyer.id = b.service_station_id
      where b.auction_id = a.id and b.id = s.winning_bid_id and ${contains('buyer.name', filter.buyer)}
    )`);
  }
  if (filter.start_dt)
    conditions.push(sql<boolean>`a.start_dt >= ${startOfDay('start_dt', filter.start_dt)}`);
  if (filter.end_dt) {
    conditions.push(sql<boolean>`s.end_dt < ${startOfDay('end_dt', addDays(filter.end_dt, 1))}`);
  }
  if (filter.ends_today) {
    const today = sql`date_trunc('day', statement_timestamp() at time zone ${TIME_ZONE}::text)`;
    conditions.push(sql<boolean>`(
      s.end_dt >= ${today} at time zone ${TIME_ZONE}::text
      and s.end_dt < (${today} + interval '1 day') at time zone ${TIME_ZONE}::text
    )`);
  }
  if (filter.is_watched && may.actAsStation(viewer)) {
    conditions.push(sql<boolean>`a.id = any(array(
      select w.auction_id from alerts w where w.service_station_id = ${viewer.service_station_id}
    ))`);
  }
  return conditions;
}

function startOfDay(field: string, day: string): Date {
  if (!isDate(day)) throw refuse.field(field, 'Ange datum som ÅÅÅÅ-MM-DD');
  return stockholmInstant(`${day}T00:00`);
}
