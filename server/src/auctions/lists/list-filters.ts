import type { AuctionFilter } from '@restvarde/contract/auctions/list-auctions';
import { addDays, isDate, stockholmInstant } from '@restvarde/contract/dates';
import { may, type Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { contains } from '../../db/contains.ts';
import { refuse } from '../../http/domain-error.ts';
import type { Condition } from '../access/visibility.ts';

/** Which of the three lists (LIST-1). */
export type ListKind = 'all' | 'mine' | 'won';

/** What of a kind of list is neither in the tenant's wall nor in the groups of Mina auktioner (LIST-6). */
export function kindFilter(viewer: Viewer, kind: ListKind): Condition[] {
  if (kind !== 'won') return [];
  return [
    sql<boolean>`s.winner_notified_at is not null and exists (
      select from bids b
      where b.auction_id = a.id and b.id = s.winning_bid_id
        and b.service_station_id = ${viewer.service_station_id}
    )`,
  ];
}

/** The filters but for the states (LIST-2, LIST-5). */
export function filtersOf(viewer: Viewer, filter: AuctionFilter): Condition[] {
  const conditions: Condition[] = [];
  const texts = {
    number: filter.number,
    registration_number: filter.registration_number,
    chassis_number: filter.chassis_number,
    manufacturer: filter.manufacturer,
  };
  for (const [column, written] of Object.entries(texts)) {
    if (written) conditions.push(contains(`a.${column}`, written));
  }
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
  return conditions;
}

function startOfDay(field: string, day: string): Date {
  if (!isDate(day)) throw refuse.field(field, 'Ange datum som ÅÅÅÅ-MM-DD');
  return stockholmInstant(`${day}T00:00`);
}
