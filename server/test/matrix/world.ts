import { sql } from 'kysely';
import type { AppContext } from '../../src/context.ts';
import type { Database } from '../../src/db/pool.ts';
import { hashToken } from '../../src/keys.ts';
import type { Media } from '../../src/media/media.ts';
import {
  makeCategory,
  makeCompany,
  makePhotoLink,
  makeStaff,
  makeStagingArea,
  makeStation,
  makeToken,
  makeYard,
  type Station,
} from '../factories.ts';
import { type AuctionObject, leader } from './auction-objects.ts';
import { type CompanyName, PEOPLE, type PersonName, TOKENS, type TokenName } from './callers.ts';

/** An id without a row. */
export const NEVER = 2_000_000_000;
/** An id of no company, as `?company=` takes it. */
export const NO_COMPANY = 999_999_999;

/** The ids in the path of a call. */
export interface Ids {
  id: number;
  [name: string]: number;
}

/** The companies' data apart from auctions; secrets are unique texts. */
export interface World {
  db: Database;
  companies: Record<CompanyName | 'never', number>;
  /** Ids of users. */
  users: Record<PersonName, number>;
  /** Tokens of other systems, in clear text. */
  tokens: Record<TokenName, string>;
  /** A link for pictures, of the manager. */
  photo_link: { id: string; token: string };
  /** The stations of those users who have one. */
  stations: Partial<Record<PersonName, Station>>;
  categories: Record<'cars' | 'bikes' | 'global' | 'unused', number> &
    Record<`own of ${CompanyName}`, number>;
  places: Record<CompanyName | 'yard', number>;
  /** The address of a document that is stored. */
  signed: { path: { key: string; name: string }; query: string };
  /** The shared instances of each object, which calls only read or are refused. */
  shared: Map<object, Ids>;
  /** Start and end of active, ended and upcoming auctions. */
  times: Record<'upcoming' | 'active' | 'ended', { start: Date; end: Date }>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const nameOfStation = (person: PersonName) => `Verkstad-${person}`;
export const emailOf = (person: PersonName) => `till-${person.replace(' ', '-')}@hemlig.example`;

/** Creates two companies with their data, but no auctions. */
export async function makeWorld(context: AppContext): Promise<World> {
  const {
    pool: { db },
    media,
  } = context;
  const companies = {
    Nord: await makeCompany(db, { name: 'Nord', next: 'NORDNUMMER-1', minutes: 0 }),
    Väst: await makeCompany(db, { name: 'Väst', next: 'VÄSTNUMMER-1', minutes: 0 }),
    never: NO_COMPANY,
  };
  for (const [name, id] of Object.entries(companies)) {
    await db
      .updateTable('companies')
      .set({
        ended_auction_email: `slut-${name}@hemlig.example`,
        auction_summary_email: `dag-${name}@hemlig.example`,
      })
      .where('id', '=', id)
      .execute();
  }
  const category = (name: string, company: number | null = null) => makeCategory(db, company, name);
  const categories: World['categories'] = {
    cars: await category('Bilar'),
    bikes: await category('Motorcyklar'),
    global: await category('Båtar'),
    unused: await category('Släp'),
    'own of Nord': await category('Egen-kategori-Nord', companies.Nord),
    'own of Väst': await category('Egen-kategori-Väst', companies.Väst),
  };
  const users = {} as World['users'];
  const stations: World['stations'] = {};
  let yard = 0;
  for (const [name, person] of Object.entries(PEOPLE) as [
    PersonName,
    {
      company: CompanyName | null;
      role: 10 | 20 | 30;
      deals?: 'cars' | 'bikes';
      is_yard?: true;
    },
  ][]) {
    const user = { email: emailOf(name), first_name: 'Namn', last_name: `Efternamn-${name}` };
    if (person.role !== 10) {
      const company = person.company && companies[person.company];
      users[name] = await makeStaff(db, company, person.role, user);
      continue;
    }
    const station = await makeStation(db, companies[person.company!], {
      name: nameOfStation(name),
      categories: person.deals ? [categories[person.deals]] : [],
      user,
    });
    if (person.is_yard) yard = await makeYard(db, companies[person.company!], station);
    stations[name] = station;
    users[name] = station.user_id;
  }
  const tokens = {} as World['tokens'];
  for (const [name, { company, scope }] of Object.entries(TOKENS) as [
    TokenName,
    (typeof TOKENS)[TokenName],
  ][]) {
    tokens[name] = await makeToken(context, companies[company], [scope]);
  }
  // Noted already, so that its use changes nothing.
  await sql`update tokens set last_used_at = '2099-01-01'`.execute(db);
  const now = Math.floor(Date.now() / 60_000) * 60_000;
  const at = (milliseconds: number) => new Date(now + milliseconds);
  return {
    db,
    companies,
    users,
    tokens,
    photo_link: await makePhotoLink(db, users.manager),
    stations,
    categories,
    places: {
      Nord: await makeStagingArea(db, companies.Nord, 'Plats-Nord'),
      Väst: await makeStagingArea(db, companies.Väst, 'Plats-Väst'),
      yard,
    },
    signed: await storeDocument(media),
    shared: new Map(),
    times: {
      upcoming: { start: at(DAY_MS), end: at(3 * DAY_MS) },
      active: { start: at(-DAY_MS), end: at(2 * DAY_MS) },
      ended: { start: at(-4 * DAY_MS), end: at(-3 * DAY_MS) },
    },
  };
}

async function storeDocument(media: Media): Promise<World['signed']> {
  const key = await media.putDocument(Buffer.from('innehåll'));
  const { search } = new URL(media.documentUrl(key, 'fil.pdf'), 'http://localhost');
  return { path: { key, name: 'fil.pdf' }, query: search.slice(1) };
}

/** Deactivates two users and revokes a token, as an admin does, after their access tokens were issued. */
export async function revokeAccess({ db, users, stations, tokens }: World): Promise<void> {
  await sql`update tokens set revoked_at = now_ms() where hash = ${hashToken(tokens.revoked)}`.execute(
    db,
  );
  await sql`update service_stations set removed_at = now_ms() where id = ${stations.removed!.id}`.execute(
    db,
  );
  await sql`
    update users set deactivated_at = now_ms()
    where id in (${users.removed}, ${users.dismissed})`.execute(db);
}

/** Long enough that no collection of the world is late. */
const FREE_UNTIL = '2099-01-01';

/** The registration number of an object's auctions, by which they are recognised in any body. */
export function markOf(auction: AuctionObject): string {
  return `KÄNNEMÄRKE${[...auction.name].reduce((sum, character) => (sum * 31 + character.codePointAt(0)!) % 999_983, 7)}`;
}

/** The beginning of their external ids and claim numbers (FEED-5). */
export const externalIdOf = (auction: AuctionObject) =>
  `extern-${markOf(auction).replace(/\D/g, '')}`;
export const claimOf = (auction: AuctionObject) => `skada-${markOf(auction).replace(/\D/g, '')}`;

const creatorOf = { Nord: 'manager', Väst: 'other manager' } as const;

/** Creates `count` auctions of a kind, each with its bids, a picture and a document, in a few statements. */
export async function makeAuctions(
  world: World,
  auction: AuctionObject,
  count: number,
): Promise<Ids[]> {
  const { db, companies, users, stations, categories } = world;
  if (auction.state === 'never') {
    return Array.from({ length: count }, () => ({
      id: NEVER,
      imageId: NEVER,
      fileId: NEVER,
      offerId: NEVER,
    }));
  }
  const company = companies[auction.company];
  const { start, end } = world.times[auction.state === 'deleted' ? 'active' : auction.state];
  const isEnded = auction.state === 'ended';
  const { rows } = await sql<{ id: number; imageId: number; fileId: number }>`
    with made as (
      insert into auctions (company_id, claim_number, number, start_dt, manufacturer, registration_number, condition,
        reservation_price, hidden_reservation_price, start_bid, hidden_bids, is_global,
        damage_condition, staging_area_id, staging_area_name, bid_increments, extension_minutes, created_by, closed_at)
      select ${company}, ${claimOf(auction)}, gen_random_uuid(), ${start}, 'Volvo', ${markOf(auction)}, '{"primary_damage": "front"}', ${auction.reserve},
        ${auction.hidden_reserve}, ${auction.start_bid}, ${auction.sealed}, ${auction.is_global},
        'REPAIR', ${auction.at_yard ? world.places.yard : null}::integer, 'Örebro', '[]', 0, ${users[creatorOf[auction.company]]},
        case when ${isEnded} then ${end}::timestamptz end
      from generate_series(1, ${count})
      returning id
    ), standing as (
      insert into auction_standings (auction_id, company_id, end_dt, closed_at, reservation_price)
      select id, ${company}, ${end}, case when ${isEnded} then ${end}::timestamptz end, ${auction.reserve}::integer from made
    ), categorised as (
      insert into auction_categories (auction_id, category_id)
      select id, ${categories[auction.sells]} from made
    ), pictured as (
      insert into auction_images (auction_id, position, key)
      select id, 0, 'i' || replace(gen_random_uuid()::text, '-', '') from made
      returning id, auction_id
    ), documented as (
      insert into auction_files (auction_id, name, key, size)
      select id, 'Besiktning.pdf', 'd' || replace(gen_random_uuid()::text, '-', ''), 4 from made
      returning id, auction_id
    )
    select made.id, pictured.id as "imageId", documented.id as "fileId"
    from made join pictured on pictured.auction_id = made.id
    join documented on documented.auction_id = made.id
    order by made.id`.execute(db);
  const ids = rows.map((row) => row.id);
  await sql`
    update auctions set external_id = ${externalIdOf(auction)} || '-' || id where id = any(${ids}::integer[])`.execute(
    db,
  );
  for (const [index, bid] of auction.bids.entries()) {
    const { id: station, user_id } = stations[bid.by]!;
    await sql`
      insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at, end_before, end_after)
      select id, ${index + 1}, ${station}, ${user_id}, ${bid.amount}, 1,
        ${start}::timestamptz + make_interval(mins => ${index + 1}), ${end}, ${end}
      from unnest(${ids}::integer[]) as id`.execute(db);
  }
  const top = leader(auction);
  if (top) {
    const last = auction.bids.length;
    await sql`
      update auction_standings
      set bid_count = ${last}, highest_bid = ${top.amount}, leading_bid_id = ${last}, last_bid_id = ${last},
        bidder_ids = ${[...new Set(auction.bids.map(({ by }) => stations[by]!.id))]}::integer[],
        winning_bid_id = ${auction.winner === 'none' ? null : last},
        winner_notified_at = case when ${auction.winner === 'notified'} then ${end}::timestamptz end
      where auction_id = any(${ids}::integer[])`.execute(db);
    if (auction.winner === 'notified') {
      await sql`
        insert into collections (auction_id, bid_id, service_station_id, notified_at, free_until, release_after_payment,
          released_at)
        select id, ${last}, ${stations[top.by]!.id}, ${end}, ${FREE_UNTIL}, false, ${end}
        from unnest(${ids}::integer[]) as id`.execute(db);
    }
  }
  if (auction.winner === 'notified') {
    await sql`
      insert into deregistrations (auction_id, bid_id, service_station_id, due_date)
      select id, ${auction.bids.length}, ${stations[top!.by]!.id}, stockholm_today() + 30
      from unnest(${ids}::integer[]) as id`.execute(db);
  }
  const { rows: offers } = await sql<{ id: number; auction: number }>`
    insert into offers (auction_id, bid_id, amount, expires_at, created_by)
    select id, ${auction.bids.length}, ${auction.offer}, now_ms() + interval '1 day',
      ${users[creatorOf[auction.company]]}
    from unnest(${auction.offer === null ? [] : ids}::integer[]) as id
    returning id, auction_id as auction`.execute(db);
  for (const watcher of auction.watchers) {
    await sql`
      insert into alerts (service_station_id, auction_id)
      select ${stations[watcher]!.id}, id from unnest(${ids}::integer[]) as id`.execute(db);
  }
  if (auction.state === 'deleted') {
    await sql`
      with flagged as (
        update auction_standings set closed_at = now_ms() where auction_id = any(${ids}::integer[])
      )
      update auctions set deleted_at = now_ms(), closed_at = now_ms()
      where id = any(${ids}::integer[])`.execute(db);
  }
  const offerOf = new Map(offers.map((offer) => [offer.auction, offer.id]));
  return rows.map((row) => ({ ...row, offerId: offerOf.get(row.id) ?? NEVER }));
}
