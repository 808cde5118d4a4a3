import { nextNumber } from '@restvarde/contract/auctions/auction-rules';
import { incrementAt, meetsReserve, minimumBid } from '@restvarde/contract/bids/bid-rules';
import type { Tx } from '@restvarde/server/db/pool';
import { sql } from 'kysely';
import type { Vehicle } from '../vehicles/vehicles.ts';
import type { DemoCompany, DemoPeople, DemoStation } from './people.ts';
import { type DemoPlan, planOf } from './schedule.ts';

const MINUTE_MS = 60_000;

/** Makes an auction of each vehicle with its bids and endings, without pictures and documents. */
export async function makeDemoAuctions(
  tx: Tx,
  people: DemoPeople,
  vehicles: readonly Vehicle[],
  now: number,
): Promise<{ id: number; vehicle: Vehicle }[]> {
  const made: { id: number; vehicle: Vehicle }[] = [];
  const numbers = new Map<number, string>();
  for (const [place, vehicle] of vehicles.entries()) {
    const plan = planOf(place, vehicles.length, now);
    const company = people.companies[place % 5 < 3 ? 0 : 1]!;
    const number = numbers.get(company.id) ?? (await readNextNumber(tx, company.id));
    numbers.set(company.id, nextNumber(number));
    const id = await insertAuction(tx, { vehicle, plan, company, people, number, place, now });
    await insertBids(tx, { id, vehicle, plan, company, people, place, now });
    made.push({ id, vehicle });
  }
  for (const [id, number] of numbers) {
    await tx
      .updateTable('companies')
      .set({ next_auction_number: number })
      .where('id', '=', id)
      .execute();
  }
  return made;
}

async function readNextNumber(tx: Tx, company: number): Promise<string> {
  const row = await tx
    .selectFrom('companies')
    .select('next_auction_number')
    .where('id', '=', company)
    .executeTakeFirstOrThrow();
  return row.next_auction_number;
}

interface Making {
  vehicle: Vehicle;
  plan: DemoPlan;
  company: DemoCompany;
  people: DemoPeople;
  place: number;
  now: number;
}

const at = (making: Making, minutes: number) =>
  new Date(Math.round(making.now + minutes * MINUTE_MS));
const reserveOf = ({ vehicle, plan }: Making) =>
  plan.has_reserve ? (vehicle.reservation_price ?? vehicle.start_bid * 2) : null;

async function insertAuction(tx: Tx, making: Making & { number: string }): Promise<number> {
  const { vehicle, plan, company, place } = making;
  const area = company.areas[place % company.areas.length]!;
  const ended = plan.ends <= 0 ? at(making, plan.ends) : null;
  const { id } = await tx
    .insertInto('auctions')
    .values({
      company_id: company.id,
      number: making.number,
      start_dt: at(making, plan.starts),
      description: vehicle.description,
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
      closed_at: ended,
      cancelled_at: plan.outcome === 'cancelled' ? ended : null,
      // What the demo begins with is announced to nobody; what starts later is.
      announced_at: plan.starts <= 0 ? at(making, plan.starts) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const category_id = making.people.categories.get(vehicle.category)!;
  await tx.insertInto('auction_categories').values({ auction_id: id, category_id }).execute();
  await tx
    .insertInto('auction_standings')
    .values({
      auction_id: id,
      company_id: company.id,
      end_dt: at(making, plan.ends),
      closed_at: ended,
    })
    .execute();
  return id;
}

/** Plays the bids that the plan asks for, by the rules, from the start until now or the end. */
async function insertBids(tx: Tx, making: Making & { id: number }): Promise<void> {
  const { plan, company, place, id } = making;
  const { stations } = making.people;
  const { category } = making.vehicle;
  const mayBid = stations.filter(
    ({ company_id, categories }) =>
      (plan.is_global || company_id === company.id) &&
      (categories.length === 0 || categories.includes(category)),
  );
  const auction = { start_bid: making.vehicle.start_bid, bid_increments: company.ladder };
  const own = new Map<DemoStation, number>();
  let highest: { amount: number; id: number; station: DemoStation } | null = null;
  const end = at(making, plan.ends);
  const until = Math.min(plan.ends - 10, -1);
  const rows = [];
  for (let bid = 1; bid <= plan.bids; bid++) {
    // The notified winner is a workshop that a newcomer can log in as.
    const wins = plan.outcome === 'notified' && bid === plan.bids;
    const station = mayBid[wins ? place % 2 : (place + bid * 2 + (bid % 3)) % mayBid.length]!;
    const minimum = minimumBid(
      auction,
      plan.hidden_bids ? (own.get(station) ?? null) : (highest?.amount ?? null),
    );
    const raise = incrementAt(company.ladder, minimum);
    const least: number = wins ? Math.max(minimum, (highest?.amount ?? 0) + 1) : minimum;
    const amount = Math.ceil(least / raise) * raise + ((place + bid) % 4) * raise;
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
  if (!highest) return;
  await tx.insertInto('bids').values(rows).execute();
  const isWon =
    (plan.outcome === 'won' || plan.outcome === 'notified') &&
    meetsReserve(reserveOf(making), highest.amount);
  await tx
    .updateTable('auction_standings')
    .set({
      bid_count: rows.length,
      last_bid_id: rows.length,
      highest_bid: highest.amount,
      leading_bid_id: highest.id,
      bidder_ids: [...own.keys()].map((station) => station.id),
      winning_bid_id: isWon ? highest.id : null,
      winner_notified_at: isWon && plan.outcome === 'notified' ? at(making, plan.ends + 120) : null,
    })
    .where('auction_id', '=', id)
    .execute();
  await sql`
    insert into alerts (service_station_id, auction_id, told_bid_id)
    select distinct service_station_id, auction_id, ${rows.length}::integer
    from bids where auction_id = ${id} and id % 2 = 1`.execute(tx);
  await tx.insertInto('bid_news').values({ auction_id: id, told_bid_id: rows.length }).execute();
}
