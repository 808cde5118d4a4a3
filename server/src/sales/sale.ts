import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { findAuction, type LockedAuction } from '../auctions/access/locked-auction.ts';
import { takesDismantlersOnly, visible } from '../auctions/access/visibility.ts';
import { relistsItself } from '../auctions/lifecycle/decision-time.ts';
import { firstRow, type Queryable, queryPlanned, type Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';

/** An offer that has not been settled. */
export interface OpenOffer {
  id: number;
  bid_id: number;
  amount: number;
  expires_at: Date;
  /** The station that may accept it. */
  service_station_id: number;
}

/** The facts that acts on a sale depend on, of a locked auction. Amounts are whole kronor. */
export interface SaleFacts {
  id: number;
  company_id: number;
  created_by: number;
  reservation_price: number | null;
  bid_count: number;
  leading_bid_id: number | null;
  winning_bid_id: number | null;
  winner_notified_at: Date | null;
  /** The winning bid is an accepted offer (OFFER-9). */
  is_bought: boolean;
  decision_due_at: Date | null;
  bids_released_at: Date | null;
  /** A purchase was undone: for an offer the bids count as released (PICK-8). */
  was_undone: boolean;
  open_offer: OpenOffer | null;
  /** It is relisted automatically if it is not sold (RELIST-7). */
  relists_itself: boolean;
  /** The auction that its object was relisted as (RELIST-4). */
  successor_id: number | null;
  /** Null before the end. */
  closed_at: Date | null;
  hidden_bids: boolean;
  /** The database's clock when the row was read. */
  now: Date;
}

/** A sale that a caller acts on. */
export interface Sale extends SaleFacts, Pick<LockedAuction, 'state'> {
  /** This act closed the auction, which was past its end. */
  was_closed_now: boolean;
}

interface Row extends Omit<SaleFacts, 'open_offer'> {
  open_offer: (Omit<OpenOffer, 'expires_at'> & { expires_at: string }) | null;
}

export async function readSale(db: Queryable, id: number): Promise<SaleFacts> {
  return firstRow(await readSales(db, [id]));
}

/** Returns the facts of many sales by id. */
export async function readSales(db: Queryable, ids: number[]): Promise<SaleFacts[]> {
  // The subselect hides the number of ids from the planner, which would otherwise replan for each number.
  const statement = sql<Row>`
    select a.id, a.company_id, a.created_by, a.reservation_price, s.bid_count, s.leading_bid_id, s.winning_bid_id,
      s.winner_notified_at, coalesce(winner.is_offer, false) as is_bought, s.decision_due_at, s.bids_released_at,
      s.closed_at, a.hidden_bids, now_ms() as now, ${relistsItself} as relists_itself,
      exists (select from collections where auction_id = a.id and undone_at is not null) as was_undone,
      (select id from auctions where relisted_from = a.id and deleted_at is null) as successor_id,
      (
        select json_build_object('id', o.id, 'bid_id', o.bid_id, 'amount', o.amount, 'expires_at', o.expires_at,
          'service_station_id', b.service_station_id)
        from offers o join bids b on b.auction_id = o.auction_id and b.id = o.bid_id
        where o.auction_id = a.id and o.state = 'open'
      ) as open_offer
    from auctions a
    join auction_standings s on s.auction_id = a.id
    left join bids winner on winner.auction_id = a.id and winner.id = s.winning_bid_id
    where a.id = any((select ${ids}::integer[])::integer[])
    order by a.id`;
  const rows = await queryPlanned(db, 'sales', statement);
  return rows.map(({ open_offer, ...sale }) => ({
    ...sale,
    open_offer: open_offer && { ...open_offer, expires_at: new Date(open_offer.expires_at) },
  }));
}

/**
 * Returns a sale as its caller may act on it.
 * @throws DomainError 404 if the viewer cannot see the auction
 */
export async function readSaleFor(
  db: Queryable,
  viewer: Viewer,
  id: number,
  was_closed_now: boolean,
  sees = visible(viewer),
): Promise<Sale> {
  const { state } = await findAuction(db, viewer, id, sees);
  return { ...(await readSale(db, id)), state, was_closed_now };
}

/** Returns the stations with valid bids: they are bound, and notified when that ends. */
export async function bidderIds(db: Queryable, auction: number): Promise<number[]> {
  return (await bidderIdsOf(db, [auction])).get(auction) ?? [];
}

/** Returns the stations with valid bids of many auctions, by auction. Auctions without valid bids are missing. */
export async function bidderIdsOf(
  db: Queryable,
  auctions: number[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ auction_id: number; stations: number[] }>`
    select auction_id, array_agg(distinct service_station_id order by service_station_id) as stations
    from bids
    where auction_id = any(${auctions}::integer[]) and removed_at is null
    group by auction_id`.execute(db);
  return new Map(rows.map(({ auction_id, stations }) => [auction_id, stations]));
}

/** A bid that was placed before the end and has not been removed. */
export interface StandingBid {
  id: number;
  amount: number;
  service_station_id: number;
  is_station_gone: boolean;
}

/**
 * Finds a valid bid of an auction. Locks its station until the transaction ends.
 * @throws DomainError 404 if it was removed, belongs to another auction, or does not exist
 */
export async function findBid(tx: Tx, auction: number, bid: number): Promise<StandingBid> {
  const { rows } = await sql<StandingBid>`
    select b.id, b.amount, b.service_station_id, station.removed_at is not null as is_station_gone
    from bids b join service_stations station on station.id = b.service_station_id
    where b.auction_id = ${auction} and b.id = ${bid} and b.removed_at is null and not b.is_offer
    for share of station`.execute(tx);
  if (!rows[0]) throw refuse.notFound();
  return rows[0];
}

/** Returns whether this station has the authorisation that the auction requires, if any (DISM-5). */
export async function mayBuy(tx: Tx, auction: number, station: number): Promise<boolean> {
  const { rows } = await sql<{ may_buy: boolean }>`
    select not ${takesDismantlersOnly} or is_dismantler(${station}::integer) as may_buy
    from auctions a where a.id = ${auction}`.execute(tx);
  return rows[0]!.may_buy;
}
