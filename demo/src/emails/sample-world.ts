import { randomBytes } from 'node:crypto';
import type { Tx } from '@restvarde/server/db/pool';
import { sql } from 'kysely';

/** Whom the sample letters are from and to. */
export interface SampleWorld {
  /** A company with all that a company can have, and one with as little as it may. */
  known: number;
  terse: number;
  manager: number;
  newcomer: number;
  /** Service stations. */
  ada: number;
  bo: number;
  /** Auctions so far. */
  sold: number;
}

/** What is sold in a sample; the rest is ordinary. */
export interface Sale {
  company: number;
  /** What its number begins with. */
  series?: string;
  manufacturer?: string;
  model?: string;
  reserve?: number;
  hides_reserve?: boolean;
  is_sealed?: boolean;
  place?: string;
  category?: string;
  /** Highest last; ada's and bo's by turns, so that the last is bo's when they are two. */
  bids?: number[];
  /** Hours from now to the end. */
  ends: number;
  is_cancelled?: boolean;
  /** The bid that is marked as the winning one, and whether its station has been told. */
  winner?: number;
  is_told?: boolean;
  /** Stations that watch. */
  watchers?: number[];
}

const HOUR = 3_600_000;
const unique = () => randomBytes(4).toString('hex');

/**
 * Makes the people of the samples in a transaction that is never committed. The companies are the demo's own,
 * where there is a demo: nobody should look for one that is not there.
 */
export async function makeSampleWorld(tx: Tx): Promise<SampleWorld> {
  const company = async (values: { name: string; email?: string; phone?: string }) => {
    const found = await tx
      .selectFrom('companies')
      .select('id')
      .where('name', '=', values.name)
      .executeTakeFirst();
    if (found) return found.id;
    const { id } = await tx
      .insertInto('companies')
      .values({
        ...values,
        ended_auction_email: 'kontakt@nordsakring.example',
        auction_summary_email: 'kontakt@nordsakring.example',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const known = await company({
    name: 'Nordsäkring',
    email: 'kontakt@nordsakring.example',
    phone: '08-123 45 00',
  });
  const terse = await company({ name: 'Västkust Försäkring' });
  const user = async (values: object) => {
    const { id } = await tx
      .insertInto('users')
      .values({
        email: `prov-${unique()}@prov.example`,
        first_name: 'Anna',
        last_name: 'Lind',
        role: 20,
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const station = async (name: string) => {
    const { id } = await tx
      .insertInto('service_stations')
      .values({ company_id: known, number: unique(), name })
      .returning('id')
      .executeTakeFirstOrThrow();
    await user({ role: 10, service_station_id: id });
    return id;
  };
  return {
    known,
    terse,
    manager: await user({ company_id: known, password_hash: 'none' }),
    newcomer: await user({ company_id: known }),
    ada: await station('Adas Bilverkstad'),
    bo: await station('Bos Bil och Plåt'),
    sold: 0,
  };
}

/** Makes an auction with its bids and its end. */
export async function makeSale(tx: Tx, world: SampleWorld, sale: Sale): Promise<number> {
  const now = Date.now();
  const end_dt = new Date(now + sale.ends * HOUR);
  const start_dt = new Date(Math.min(now, end_dt.getTime()) - 5 * 24 * HOUR);
  const closed_at = sale.ends <= 0 ? end_dt : null;
  const bids = sale.bids ?? [];
  const { id } = await tx
    .insertInto('auctions')
    .values({
      company_id: sale.company,
      number: `${sale.series ?? 'NS'}-${String(++world.sold).padStart(4, '0')}`,
      start_dt,
      manufacturer: sale.manufacturer ?? 'Volvo',
      model: sale.model ?? 'V60 D4 Momentum',
      ...(sale.model === undefined ? { model_year: 2021, mileage: 8_412 } : {}),
      registration_number: 'ABC123',
      chassis_number: '',
      reservation_price: sale.reserve ?? null,
      hidden_reservation_price: sale.hides_reserve ?? false,
      start_bid: 15_000,
      hidden_bids: sale.is_sealed ?? false,
      is_global: true,
      damage_condition: 'REPAIR',
      staging_area_name: sale.place ?? 'Bärgarn i Örebro, Nastagatan 12, 702 27 Örebro',
      bid_increments: JSON.stringify([{ min_price: 0, max_price: 999_999_999, increment: 500 }]),
      extension_minutes: 3,
      created_by: world.manager,
      announced_at: start_dt,
      closed_at,
      ...(sale.is_cancelled ? { cancelled_at: end_dt } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('auction_standings')
    .values({ auction_id: id, company_id: sale.company, end_dt, closed_at })
    .execute();
  for (const [index, amount] of bids.entries()) {
    await insertBid(tx, {
      auction: id,
      bid: index + 1,
      amount,
      end_dt,
      by: index % 2 ? world.bo : world.ada,
    });
  }
  if (bids.length > 0) {
    await tx
      .updateTable('auction_standings')
      .set({
        bid_count: bids.length,
        highest_bid: bids.at(-1)!,
        leading_bid_id: bids.length,
        last_bid_id: bids.length,
        bidder_ids: [world.ada, world.bo].slice(0, bids.length),
        winning_bid_id: sale.winner ?? null,
        winner_notified_at: sale.is_told ? end_dt : null,
      })
      .where('auction_id', '=', id)
      .execute();
  }
  await sql`insert into alerts (service_station_id, auction_id)
    select unnest(${sale.watchers ?? []}::integer[]), ${id}`.execute(tx);
  const category = sale.category ?? 'Personbilar';
  await sql`
    with known as (
      select id from categories
      where (company_id is null or company_id = ${sale.company}) and lower(name) = lower(${category})
    ), made as (
      insert into categories (company_id, name)
      select ${sale.company}, ${category} where not exists (select from known)
      returning id
    )
    insert into auction_categories (auction_id, category_id)
    select ${id}, id from (select id from known union all select id from made) as one`.execute(tx);
  return id;
}

async function insertBid(
  tx: Tx,
  bid: { auction: number; bid: number; amount: number; end_dt: Date; by: number },
): Promise<void> {
  await sql`
    insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at, end_before, end_after)
    select ${bid.auction}, ${bid.bid}, ${bid.by}, u.id, ${bid.amount}, 1,
      least(now_ms(), ${bid.end_dt}::timestamptz) - interval '1 hour', ${bid.end_dt}, ${bid.end_dt}
    from users u where u.service_station_id = ${bid.by}`.execute(tx);
}
