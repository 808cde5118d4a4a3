import type { Tx } from '@restvarde/server/db/pool';
import { sql } from 'kysely';
import { moreVehicles, VEHICLES, type Vehicle } from '../vehicles/vehicles.ts';
import { type DemoAuction, makeDemoAuctions } from './auctions.ts';
import type { DemoPeople } from './people.ts';
import { pastPlanOf } from './schedule.ts';

/** At most as many as there are free numbers below today's. */
export const PAST_COUNT = 130;
const FIRST_SEED = 2_000_001;
/** Most sales are of the first models, so that the price guide has enough of them (GUIDE-1). */
const COMMON = 3;

const pastModelOf = (place: number): Vehicle =>
  VEHICLES[place % 2 === 0 ? (place / 2) % COMMON : ((place - 1) / 2) % VEHICLES.length]!;

/** Creates a year of finished sales for the statistics (HOME-6). They share the pictures of the demo's auctions. */
export async function makeDemoPast(
  tx: Tx,
  people: DemoPeople,
  models: readonly DemoAuction[],
  now: number,
): Promise<void> {
  const past = await makeDemoAuctions(
    tx,
    people,
    moreVehicles(PAST_COUNT, FIRST_SEED, pastModelOf),
    {
      // The oldest has the lowest number.
      plan: (place) => pastPlanOf(PAST_COUNT - 1 - place, PAST_COUNT, now),
      numbers: new Map(people.companies.map(({ id, past_number }) => [id, past_number])),
      now,
    },
  );
  const ids = past.map(({ id }) => id);
  // A vehicle has its model's own list of pictures.
  const ofModel = new Map(models.map(({ id, vehicle }) => [vehicle.pictures, id]));
  await sql`
    insert into auction_images (auction_id, position, key, view)
    select past.id, i.position, i.key, i.view
    from unnest(${ids}::integer[], ${past.map(({ vehicle }) => ofModel.get(vehicle.pictures)!)}::integer[])
      as past (id, model_id)
    join auction_images i on i.auction_id = past.model_id
    order by past.id, i.position`.execute(tx);
  await sql`
    insert into collections (
      auction_id, bid_id, service_station_id, notified_at, free_until, release_after_payment, released_at, paid_at,
      handed_over_at, handed_over_by, collected_by, storage_days, storage_cost
    )
    select s.auction_id, b.id, b.service_station_id, s.winner_notified_at, s.winner_notified_at::date + 10, false,
      s.winner_notified_at, s.winner_notified_at::date + 2,
      s.winner_notified_at + make_interval(days => 3 + s.auction_id % 6, hours => s.auction_id % 3), a.created_by,
      (array['Kim Åkesson', 'Ali Haddad', 'Bärgarn i Örebro', 'Lena Forsberg'])[1 + s.auction_id % 4], 0, 0
    from auction_standings s
    join auctions a on a.id = s.auction_id
    join bids b on b.auction_id = s.auction_id and b.id = s.winning_bid_id
    where s.auction_id = any(${ids})`.execute(tx);
}
