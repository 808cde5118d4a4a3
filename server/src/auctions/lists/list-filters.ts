import type { AuctionFilter } from '@restvarde/contract/auctions/list-auctions';
import type { SavedFilter } from '@restvarde/contract/auctions/saved-searches';
import { addDays, isDate, stockholmInstant, TIME_ZONE } from '@restvarde/contract/dates';
import { may, type Viewer } from '@restvarde/contract/roles';
import type { SaleOutcome } from '@restvarde/contract/sale/outcome';
import { type RawBuilder, sql } from 'kysely';
import { contains, equalsAny } from '../../db/contains.ts';
import { refuse } from '../../http/domain-error.ts';
import { isReleased } from '../access/auction-view.ts';
import {
  and,
  type Condition,
  ended,
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

/**
 * Scans a station's collections (due, done or undone) that meet conditions on `k`, each auction once, in order of the
 * ends (LIST-6).
 */
export function collected(viewer: Viewer, ...conditions: Condition[]): IndexScan {
  return {
    from: sql`collections k
      cross join lateral (select * from every_standing where auction_id = k.auction_id offset 0) s
      cross join lateral (select * from every_auction where id = k.auction_id offset 0) a`,
    where: and([
      ...conditions,
      sql<boolean>`k.service_station_id = ${viewer.service_station_id} and k.withdrawn_at is null and not exists (
        select from collections later
        where later.auction_id = k.auction_id and later.id > k.id
          and later.service_station_id = k.service_station_id and later.withdrawn_at is null
        offset 0
      )`,
    ]),
    key: sql`k.ended_at`,
    id: sql`k.auction_id`,
  };
}

/** Without a letter or a digit there is nothing to search for. */
const HAS_WORD = /[\p{L}\p{N}]/u;

/** The filters of a list, in two forms. */
interface Filters {
  filters: Condition[];
  /** The filters as tests of a row, with the search term evaluated once instead of per row. */
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
  const isStaff = may.manageAuctions(viewer);
  const texts = textFilters(filter, (value) => value, isStaff);
  const others = [...factFilters(filter), ...viewerFilters(viewer, filter)];
  return {
    filters: [...texts, ...others],
    rowFilters: [...textFilters(filter, (value) => sql`(select ${value})`, isStaff), ...others],
    byStanding: Boolean(filter.end_dt ?? filter.ends_today ?? filter.buyer ?? filter.outcome),
    byText: texts.length > 0,
  };
}

/** The conditions of filters that are the same for every viewer, such as those of a saved search (SAVED-3). */
export const savedFilters = (filter: SavedFilter): Condition[] => [
  ...textFilters(filter, (value) => value),
  ...factFilters(filter),
  ...priceFilters(filter, sql`a.start_bid`),
];

/** The text filters. `wrap` wraps each search term. Staff find auctions by the claim number too (FEED-5). */
function textFilters(
  filter: AuctionFilter,
  wrap: (value: RawBuilder<unknown>) => RawBuilder<unknown>,
  isStaff = false,
): Condition[] {
  const orClaim = (found: Condition, written: string): Condition =>
    isStaff
      ? sql<boolean>`(${found} or a.claim_number is not null and ${contains('a.claim_number', written, wrap)})`
      : found;
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
    if (!text) continue;
    const found = contains(`a.${column}`, text, wrap);
    conditions.push(column === 'number' ? orClaim(found, text) : found);
  }
  const choices = { manufacturer: filter.manufacturers, staging_area_name: filter.places };
  for (const [column, values] of Object.entries(choices)) {
    if (values?.length) conditions.push(equalsAny(`a.${column}`, values, wrap));
  }
  if (filter.q && HAS_WORD.test(filter.q)) {
    const found = sql<boolean>`a.words @@ ${wrap(sql`search_query(${filter.q})`)}`;
    conditions.push(orClaim(found, filter.q));
  }
  return conditions;
}

function factFilters(filter: AuctionFilter): Condition[] {
  const conditions: Condition[] = [];
  if (filter.company_name) {
    conditions.push(sql<boolean>`a.company_id = any(array(
      select seller.id from companies seller where ${contains('seller.name', filter.company_name)}
    ))`);
  }
  if (filter.damage_condition) {
    conditions.push(sql<boolean>`a.damage_condition = ${filter.damage_condition}`);
  }
  // Written as in their indexes.
  if (filter.run_and_drive) {
    conditions.push(
      sql<boolean>`a.condition ->> 'run_and_drive' = any(${filter.run_and_drive}::text[])`,
    );
  }
  if (filter.primary_damage) {
    conditions.push(
      sql<boolean>`a.condition ->> 'primary_damage' = any(${filter.primary_damage}::text[])`,
    );
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
  if (filter.companies?.length) {
    conditions.push(isSoldBy(filter.companies));
  }
  if (filter.id) conditions.push(sql<boolean>`a.id = any(${filter.id}::integer[])`);
  if (filter.category) {
    conditions.push(sql<boolean>`exists (
      select from auction_categories ac
      where ac.auction_id = a.id and ac.category_id = any(${filter.category}::integer[])
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
  return conditions;
}

const isSold = sql<boolean>`s.winner_notified_at is not null`;
/** There are bids, nobody has been notified of a win, and the bids bind. */
const isUndecided = sql<boolean>`(s.bid_count > 0 and s.winner_notified_at is null and not ${isReleased})`;

/** The outcomes of ended auctions, as `outcomeOf` the contract (AUC-19). */
const OUTCOMES: Record<SaleOutcome, Condition> = {
  sold: isSold,
  undecided: isUndecided,
  unsold: sql<boolean>`not ${isSold} and not ${isUndecided}`,
};

function viewerFilters(viewer: Viewer, filter: AuctionFilter): Condition[] {
  const conditions = priceFilters(filter, shownPrice(viewer));
  if (filter.buyer && may.manageAuctions(viewer)) {
    conditions.push(sql<boolean>`exists (
      select from bids b join service_stations buyer on buyer.id = b.service_station_id
      where b.auction_id = a.id and b.id = s.winning_bid_id and ${contains('buyer.name', filter.buyer)}
    )`);
  }
  if (filter.outcome && may.manageAuctions(viewer)) {
    conditions.push(sql<boolean>`(${ended} and ${OUTCOMES[filter.outcome]})`);
  }
  if (filter.is_watched && may.actAsStation(viewer)) {
    conditions.push(sql<boolean>`a.id = any(array(
      select w.auction_id from alerts w where w.service_station_id = ${viewer.service_station_id}
    ))`);
  }
  return conditions;
}

/** The seller is one of these companies, by name. */
export const isSoldBy = (names: readonly string[]): Condition =>
  sql<boolean>`a.company_id = any(array(
    select seller.id from companies seller where ${equalsAny('seller.name', names)}
  ))`;

/** The price on the card: of hidden bids a workshop knows the start bid only (AUC-13). */
const shownPrice = (viewer: Viewer) =>
  may.manageAuctions(viewer)
    ? sql`coalesce(s.highest_bid, a.start_bid)`
    : sql`case when a.hidden_bids then a.start_bid else coalesce(s.highest_bid, a.start_bid) end`;

function priceFilters(
  { price_from, price_to }: Pick<AuctionFilter, 'price_from' | 'price_to'>,
  price: RawBuilder<unknown>,
): Condition[] {
  const conditions: Condition[] = [];
  if (price_from !== undefined) conditions.push(sql<boolean>`${price} >= ${price_from}::integer`);
  if (price_to !== undefined) conditions.push(sql<boolean>`${price} <= ${price_to}::integer`);
  return conditions;
}

function startOfDay(field: string, day: string): Date {
  if (!isDate(day)) throw refuse.field(field, 'Ange datum som ÅÅÅÅ-MM-DD');
  return stockholmInstant(`${day}T00:00`);
}
