import { randomBytes } from 'node:crypto';
import type { Condition } from '@restvarde/contract/auctions/condition';
import { TERMS_VERSION } from '@restvarde/contract/bids/bids';
import type { BidIncrement } from '@restvarde/contract/companies/companies';
import type { DismantlingBidders } from '@restvarde/contract/dismantling';
import type { TokenScope } from '@restvarde/contract/feed/token-calls';
import type { Role } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { AppContext } from '../src/context.ts';
import type { Database } from '../src/db/pool.ts';
import { addToken } from '../src/feed/write-tokens.ts';
import { hashToken, randomToken } from '../src/keys.ts';

/** Consonants only: a spreadsheet reads some hexadecimal texts as numbers, and tests look for amounts and names. */
const LETTERS = 'bcdfghjkmnpqrtvx';

/** A new text of letters. */
export const unique = () =>
  [...randomBytes(8)].map((byte) => LETTERS[byte % LETTERS.length]).join('');

export async function makeCompany(
  db: Database,
  values: {
    name?: string;
    ladder?: BidIncrement[];
    minutes?: number;
    next?: string;
    decision_days?: number;
    follow_deregistration?: boolean;
  } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('companies')
    .values({
      name: values.name ?? `Bolag ${unique()}`,
      bid_increment_intervals: JSON.stringify(values.ladder ?? []),
      auction_end_dt_incrementation: values.minutes ?? 3,
      next_auction_number: values.next ?? 'LF-0001',
      decision_days: values.decision_days ?? 0,
      follow_deregistration: values.follow_deregistration ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A category; global without a company. */
export async function makeCategory(
  db: Database,
  company: number | null = null,
  name?: string,
): Promise<number> {
  const { id } = await db
    .insertInto('categories')
    .values({ company_id: company, name: name ?? `Kategori ${unique()}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function makeStagingArea(
  db: Database,
  company: number,
  name?: string,
): Promise<number> {
  const { id } = await db
    .insertInto('staging_areas')
    .values({ company_id: company, name: name ?? `Plats ${unique()}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A company's sign-on provider that cannot be reached. */
export async function makeProvider(db: Database, company_id: number): Promise<number> {
  const issuer = `https://${unique()}.example`;
  await db.insertInto('sign_on_issuers').values({ issuer, company_id }).execute();
  const { id } = await db
    .insertInto('sign_on_providers')
    .values({ issuer, company_id, client_id: 'x', sealed_client_secret: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a token of a company (FEED-1), by a new admin. Returns the token as it is sent. */
export async function makeToken(
  context: Pick<AppContext, 'pool' | 'jobs'>,
  company: number,
  scopes: TokenScope[] = ['auctions:write'],
  name = `System ${unique()}`,
): Promise<string> {
  const { db } = context.pool;
  const user_id = await makeStaff(db, company, 30);
  const actor = { user_id, ip: null, user_agent: 'test' } as Parameters<typeof addToken>[2];
  const { token } = await db
    .transaction()
    .execute((tx) => addToken(context, tx, actor, company, { name, scopes }));
  return token;
}

/** A link for pictures of a new session of the user, for a day (FORM-17). */
export async function makePhotoLink(
  db: Database,
  user_id: number,
): Promise<{ id: string; token: string }> {
  const token = randomToken();
  const { rows } = await sql<{ id: string }>`
    with session as (
      insert into sessions (user_id, secret, idle_expires_at, expires_at)
      values (${user_id}, '', now_ms() + interval '1 day', now_ms() + interval '1 day')
      returning id
    )
    insert into photo_links (token_hash, user_id, session_id, room, expires_at)
    select ${hashToken(token)}, ${user_id}, id, 40, now_ms() + interval '1 day' from session
    returning id`.execute(db);
  return { id: rows[0]!.id, token };
}

interface UserValues {
  email?: string;
  password_hash?: string;
  is_superuser?: boolean;
  first_name?: string;
  last_name?: string;
  waits_for_address?: boolean;
}

/** Staff of a company; a superuser when `company` is null. Returns the user's id. */
export async function makeStaff(
  db: Database,
  company: number | null,
  role: Role = 20,
  values: UserValues = {},
): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({
      email: `${unique()}@bolag.example`,
      first_name: 'Anna',
      last_name: 'Lind',
      ...values,
      role,
      is_superuser: company === null,
      company_id: company,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface Station {
  /** Of the service station. */
  id: number;
  user_id: number;
}

/** Makes a station a staging area of its company (STN-7); returns the id of the place. */
export async function makeYard(
  db: Database,
  company: number,
  { id }: { id: number },
): Promise<number> {
  await db
    .updateTable('service_stations')
    .set({ is_staging_area: true })
    .where('id', '=', id)
    .execute();
  const place = await makeStagingArea(db, company);
  await db
    .updateTable('staging_areas')
    .set({ service_station_id: id })
    .where('id', '=', place)
    .execute();
  return place;
}

/** A station with its user, who has accepted the terms by default. */
export async function makeStation(
  db: Database,
  company: number,
  values: { name?: string; categories?: number[]; terms?: boolean; user?: UserValues } = {},
): Promise<Station> {
  const { id } = await db
    .insertInto('service_stations')
    .values({ company_id: company, number: unique(), name: values.name ?? `Verkstad ${unique()}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const category_id of values.categories ?? []) {
    await db
      .insertInto('service_station_categories')
      .values({ service_station_id: id, category_id })
      .execute();
  }
  const user = await db
    .insertInto('users')
    .values({
      email: `${unique()}@verkstad.example`,
      first_name: 'Erik',
      last_name: 'Berg',
      ...values.user,
      role: 10,
      service_station_id: id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (values.terms !== false) await acceptTerms(db, user.id);
  return { id, user_id: user.id };
}

async function acceptTerms(db: Database, user_id: number): Promise<void> {
  await db.insertInto('accepted_terms').values({ user_id, version: TERMS_VERSION }).execute();
}

/** Gives a station a checked authorisation to dismantle, until further notice by default (DISM-2). */
export async function authorise(
  db: Database,
  service_station_id: number,
  values: { valid_to?: string; checked?: boolean } = {},
): Promise<void> {
  const admin = await db
    .selectFrom('service_stations as s')
    .innerJoin('users as u', (join) => join.onRef('u.service_station_id', '=', 's.id'))
    .select(['u.id', 's.company_id'])
    .where('s.id', '=', service_station_id)
    .executeTakeFirstOrThrow();
  const check =
    values.checked === false
      ? {}
      : {
          checked_at: sql<Date>`now_ms()`,
          checked_by: admin.id,
          checked_company_id: admin.company_id,
        };
  await db
    .insertInto('dismantlers')
    .values({
      service_station_id,
      number: '551-1234-2020',
      county: 'T',
      valid_to: values.valid_to ?? null,
      is_claimed: values.checked === false,
      ...check,
    })
    .execute();
}

export interface AuctionValues {
  company: number;
  creator: number;
  categories?: number[];
  /** Seconds from now; the past is negative. */
  starts?: number;
  ends?: number;
  start_bid?: number;
  reservation_price?: number | null;
  hidden_reservation_price?: boolean;
  hidden_bids?: boolean;
  is_global?: boolean;
  allows_max_bids?: boolean;
  extension_minutes?: number;
  decision_days?: number;
  relist_dismantling?: boolean;
  relist_days?: number;
  relist_start_bid_percent?: number;
  relist_reservation_percent?: number | null;
  damage_condition?: 'DISASSEMBLY' | 'REPAIR';
  dismantling_bidders?: DismantlingBidders;
  ladder?: BidIncrement[];
  manufacturer?: string;
  model?: string;
  model_year?: number;
  /** In mil. */
  mileage?: number;
  number?: string;
  registration_number?: string;
  chassis_number?: string;
  claim_number?: string;
  condition?: Partial<Condition>;
  staging_area_name?: string;
  /** Not announced yet, like an auction that starts later (MAIL-5). */
  unannounced?: boolean;
}

/** An auction as created by the product; active for a day by default. */
export async function makeAuction(db: Database, values: AuctionValues): Promise<number> {
  const fromNow = (seconds: number) => sql<Date>`now_ms() + make_interval(secs => ${seconds})`;
  const { id } = await db
    .insertInto('auctions')
    .values({
      company_id: values.company,
      number: values.number ?? unique(),
      start_dt: fromNow(values.starts ?? -3600),
      manufacturer: values.manufacturer ?? 'Volvo',
      model: values.model ?? 'V60',
      model_year: values.model_year ?? null,
      mileage: values.mileage ?? null,
      registration_number: values.registration_number ?? 'ABC123',
      chassis_number: values.chassis_number ?? '',
      claim_number: values.claim_number ?? null,
      condition: JSON.stringify(values.condition ?? {}),
      reservation_price: values.reservation_price ?? null,
      hidden_reservation_price: values.hidden_reservation_price ?? false,
      start_bid: values.start_bid ?? 0,
      hidden_bids: values.hidden_bids ?? false,
      is_global: values.is_global ?? false,
      allows_max_bids: values.allows_max_bids ?? false,
      damage_condition: values.damage_condition ?? 'REPAIR',
      dismantling_bidders: values.dismantling_bidders ?? 'all',
      staging_area_name: values.staging_area_name ?? 'Örebro',
      bid_increments: JSON.stringify(values.ladder ?? []),
      extension_minutes: values.extension_minutes ?? 3,
      decision_days: values.decision_days ?? 0,
      relist_dismantling: values.relist_dismantling ?? false,
      relist_days: values.relist_days ?? 7,
      relist_start_bid_percent: values.relist_start_bid_percent ?? 50,
      relist_reservation_percent: values.relist_reservation_percent ?? null,
      created_by: values.creator,
      announced_at: values.unannounced || (values.starts ?? 0) > 0 ? null : fromNow(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('auction_standings')
    .values({ auction_id: id, company_id: values.company, end_dt: fromNow(values.ends ?? 86_400) })
    .execute();
  for (const category_id of values.categories ?? []) {
    await db.insertInto('auction_categories').values({ auction_id: id, category_id }).execute();
  }
  return id;
}

/** Moves the ends of auctions to this moment. The product has not closed them yet. */
export const endNow = (db: Database, ...ids: number[]) =>
  sql`update auction_standings set end_dt = now_ms() where auction_id = any(${ids}::integer[])`.execute(
    db,
  );

/** Moves an auction's start and end by `seconds`; negative is into the past. */
export async function shiftAuction(db: Database, id: number, seconds: number): Promise<void> {
  await sql`
    update auctions set start_dt = start_dt + make_interval(secs => ${seconds}) where id = ${id}`.execute(
    db,
  );
  await sql`
    update auction_standings set end_dt = end_dt + make_interval(secs => ${seconds})
    where auction_id = ${id}`.execute(db);
}
