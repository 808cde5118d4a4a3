import { nextNumber } from '@restvarde/contract/auctions/auction-rules';
import { givenCondition } from '@restvarde/contract/auctions/condition';
import { incrementAt, meetsReserve, minimumBid } from '@restvarde/contract/bids/bid-rules';
import { stockholmDate } from '@restvarde/contract/dates';
import type { Tx } from '@restvarde/server/db/pool';
import { sql } from 'kysely';
import { conditionOf } from '../vehicles/condition-of.ts';
import type { Vehicle } from '../vehicles/vehicles.ts';
import type { DemoCompany, DemoPeople, DemoStation } from './people.ts';
import type { DemoPlan } from './schedule.ts';

const MINUTE_MS = 60_000;
/** In minutes. */
const DAY = 1_440;
/** Auctions per insert: their bids fit into one statement. */
const AT_ONCE = 500;

export interface DemoAuction {
  id: number;
  vehicle: Vehicle;
}

/**
 * Creates an auction with bids and outcome for each vehicle, without files. `plan` returns the state of the auction at
 * an index; `numbers` has each company's next number and is updated.
 */
export async function makeDemoAuctions(
  tx: Tx,
  people: DemoPeople,
  vehicles: readonly Vehicle[],
  {
    plan,
    numbers,
    now,
  }: { plan: (place: number) => DemoPlan; numbers: Map<number, string>; now: number },
): Promise<DemoAuction[]> {
  const making = vehicles.map((vehicle, place): Making => {
    const company = people.companies[place % 5 < 3 ? 0 : 1]!;
    const number = numbers.get(company.id)!;
    numbers.set(company.id, nextNumber(number));
    return { vehicle, plan: plan(place), company, people, number, place, now };
  });
  const made: DemoAuction[] = [];
  for (let first = 0; first < making.length; first += AT_ONCE) {
    made.push(...(await insertAuctions(tx, making.slice(first, first + AT_ONCE))));
  }
  return made;
}

/** Each company's next number, and a function that stores the used ones. */
export async function readNumbers(tx: Tx): Promise<Map<number, string>> {
  const rows = await tx.selectFrom('companies').select(['id', 'next_auction_number']).execute();
  return new Map(rows.map(({ id, next_auction_number }) => [id, next_auction_number]));
}

export async function keepNumbers(tx: Tx, numbers: ReadonlyMap<number, string>): Promise<void> {
  for (const [id, next_auction_number] of numbers) {
    await tx.updateTable('companies').set({ next_auction_number }).where('id', '=', id).execute();
  }
}

interface Making {
  vehicle: Vehicle;
  plan: DemoPlan;
  company: DemoCompany;
  people: DemoPeople;
  number: string;
  place: number;
  now: number;
}

const at = (making: Making, minutes: number) =>
  new Date(Math.round(making.now + minutes * MINUTE_MS));
const endedAt = (making: Making) => (making.plan.ends <= 0 ? at(making, making.plan.ends) : null);
const reserveOf = ({ vehicle, plan }: Making) =>
  plan.has_reserve ? (vehicle.reservation_price ?? vehicle.start_bid * 2) : null;

async function insertAuctions(tx: Tx, making: readonly Making[]): Promise<DemoAuction[]> {
  const ids = await tx
    .insertInto('auctions')
    .values(making.map(auctionOf))
    .returning('id')
    .execute();
  const made = making.map((one, place) => ({ ...one, id: ids[place]!.id }));
  await tx
    .insertInto('auction_categories')
    .values(
      made.map(({ id, people, vehicle }) => ({
        auction_id: id,
        category_id: people.categories.get(vehicle.category)!,
      })),
    )
    .execute();
  await tx
    .insertInto('auction_standings')
    .values(
      made.map((one) => ({
        auction_id: one.id,
        company_id: one.company.id,
        end_dt: at(one, one.plan.ends),
        closed_at: endedAt(one),
      })),
    )
    .execute();
  const played = made.map(playBids).filter((one) => one !== null);
  if (played.length > 0) await insertBids(tx, played);
  return made.map(({ id, vehicle }) => ({ id, vehicle }));
}

function auctionOf(making: Making) {
  const { vehicle, plan, company, place } = making;
  const area = company.areas[place % company.areas.length]!;
  return {
    company_id: company.id,
    number: making.number,
    start_dt: at(making, plan.starts),
    description: vehicle.description,
    condition: JSON.stringify(
      givenCondition(
        conditionOf(vehicle, stockholmDate(at(making, Math.min(plan.starts, 0) - DAY))),
      ),
    ),
    manufacturer: vehicle.manufacturer,
    model: vehicle.model,
    model_year: vehicle.model_year,
    mileage: vehicle.mileage,
    registration_number: vehicle.registration_number,
    chassis_number: vehicle.chassis_number,
    reservation_price: reserveOf(making),
    hidden_reservation_price: plan.hidden_reservation_price,
    start_bid: vehicle.start_bid,
    hidden_bids: plan.hidden_bids,
    is_global: plan.is_global,
    damage_condition: vehicle.damage_condition,
    staging_area_id: area.id,
    staging_area_name: area.name,
    bid_increments: JSON.stringify(company.ladder),
    extension_minutes: company.minutes,
    created_by: company.case_manager_id,
    created_at: at(making, Math.min(plan.starts, 0) - 60),
    closed_at: endedAt(making),
    cancelled_at: plan.outcome === 'cancelled' ? endedAt(making) : null,
    // Auctions that have started by now are not announced.
    announced_at: plan.starts <= 0 ? at(making, plan.starts) : null,
  };
}

type Played = NonNullable<ReturnType<typeof playBids>>;

/** Places the planned bids by the rules, from the start until now or the end. Null without bids. */
function playBids(making: Making & { id: number }) {
  const { plan, company, place, id } = making;
  const { stations } = making.people;
  const { category, start_bid } = making.vehicle;
  const mayBid = stations.filter(
    ({ company_id, categories }) =>
      (plan.is_global || company_id === company.id) &&
      (categories.length === 0 || categories.includes(category)),
  );
  const auction = { start_bid, bid_increments: company.ladder };
  const own = new Map<DemoStation, number>();
  let highest: { amount: number; id: number; station: DemoStation } | null = null;
  const end = at(making, plan.ends);
  const until = Math.min(plan.ends - 10, -1);
  const rows = [];
  for (let bid = 1; bid <= plan.bids; bid++) {
    // The winner is a workshop that the demo's user can log in as.
    const wins = plan.outcome === 'notified' && bid === plan.bids;
    const station = mayBid[wins ? place % 2 : (place + bid * 2 + (bid % 3)) % mayBid.length]!;
    const minimum = minimumBid(
      auction,
      plan.hidden_bids ? (own.get(station) ?? null) : (highest?.amount ?? null),
    );
    const raise = incrementAt(company.ladder, minimum);
    const least: number = wins ? Math.max(minimum, (highest?.amount ?? 0) + 1) : minimum;
    const worth = start_bid + ((plan.worth - 1) * start_bid * bid) / plan.bids;
    const amount = Math.ceil(Math.max(least, worth) / raise) * raise + ((place + bid) % 4) * raise;
    own.set(station, amount);
    if (!highest || amount > highest.amount) highest = { amount, id: bid, station };
    const minutes = plan.starts + ((until - plan.starts) * bid) / (plan.bids + 1);
    rows.push({
      auction_id: id,
      id: bid,
      service_station_id: station.id,
      user_id: station.user_id,
      amount,
      minimum,
      placed_at: at(making, minutes),
      end_before: end,
      end_after: end,
    });
  }
  if (!highest) return null;
  const isSold =
    plan.outcome === 'chosen' ||
    ((plan.outcome === 'won' || plan.outcome === 'notified') &&
      meetsReserve(reserveOf(making), highest.amount));
  const standing = {
    auction_id: id,
    bid_count: rows.length,
    highest_bid: highest.amount,
    leading_bid_id: highest.id,
    bidder_ids: [...own.keys()].map((station) => station.id),
    winning_bid_id: isSold ? highest.id : null,
    winner_notified_at:
      isSold && plan.outcome !== 'won' ? at(making, plan.ends + plan.notice_minutes) : null,
  };
  return { rows, standing };
}

async function insertBids(tx: Tx, played: readonly Played[]): Promise<void> {
  const rows = played.flatMap((one) => one.rows);
  await tx.insertInto('bids').values(rows).execute();
  await sql`
    update auction_standings s
    set bid_count = b.bid_count, last_bid_id = b.bid_count, highest_bid = b.highest_bid,
      leading_bid_id = b.leading_bid_id, bidder_ids = b.bidder_ids, winning_bid_id = b.winning_bid_id,
      winner_notified_at = b.winner_notified_at
    from jsonb_to_recordset(${JSON.stringify(played.map((one) => one.standing))}::jsonb) as b (
      auction_id integer, bid_count integer, highest_bid integer, leading_bid_id integer, bidder_ids integer[],
      winning_bid_id integer, winner_notified_at timestamptz
    )
    where s.auction_id = b.auction_id`.execute(tx);
  const ids = played.map((one) => one.standing.auction_id);
  await sql`
    insert into alerts (service_station_id, auction_id, told_bid_id)
    select distinct b.service_station_id, b.auction_id, s.last_bid_id
    from bids b join auction_standings s on s.auction_id = b.auction_id
    where b.auction_id = any(${ids}) and b.id % 2 = 1`.execute(tx);
  await sql`
    insert into bid_news (auction_id, told_bid_id)
    select auction_id, last_bid_id from auction_standings where auction_id = any(${ids})`.execute(
    tx,
  );
}
