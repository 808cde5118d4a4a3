import { sql } from 'kysely';
import type { Database, Tx } from './pool.ts';
import type { DB } from './types.generated.ts';

type Right = 'select' | 'insert' | 'update' | 'delete' | `update (${string})`;

const READ: Right[] = ['select'];
/** What was written stays. */
const APPEND: Right[] = [...READ, 'insert'];
const CHANGE: Right[] = [...APPEND, 'update'];
/** Written and taken away again, never changed. */
const PASS: Right[] = [...APPEND, 'delete'];
const ALL: Right[] = [...CHANGE, 'delete'];

/**
 * What the product may do with each table, by a role that does not own them (DATA-4): what it does, and no more. A new
 * table has its line here before it can be used.
 */
const RIGHTS: Record<keyof DB, Right[]> = {
  accepted_terms: APPEND,
  alerts: ALL,
  auction_categories: PASS,
  auction_files: PASS,
  auction_images: ALL,
  auction_standings: CHANGE,
  auctions: CHANGE,
  // Names are taken out of it when a person leaves, and nothing else (DATA-2).
  audit_log: [...APPEND, 'update (before, after)'],
  bid_news: CHANGE,
  // A removal is a mark.
  bids: [...APPEND, 'update (removed_at, removed_by, outcome_at)'],
  categories: ALL,
  certificates: APPEND,
  chain_anchors: APPEND,
  // The database makes them by itself.
  chain_links: [...READ, 'update (anchor_id, mac)'],
  collections: CHANGE,
  companies: CHANGE,
  daily_runs: PASS,
  deregistrations: CHANGE,
  dismantlers: ALL,
  idempotency_keys: PASS,
  known_places: ALL,
  login_codes: ALL,
  offers: CHANGE,
  operator_runs: CHANGE,
  rate_limits: ALL,
  releases: READ,
  recovery_codes: PASS,
  reminders: APPEND,
  reset_tokens: ALL,
  sale_documents: CHANGE,
  sale_months: PASS,
  second_factors: ALL,
  secret_fingerprint: CHANGE,
  // They go when they are a year old, and the table refuses it before (SEC-1).
  security_events: PASS,
  service_station_categories: PASS,
  service_stations: CHANGE,
  sessions: ALL,
  sign_on_attempts: PASS,
  sign_on_bindings: PASS,
  sign_on_domains: PASS,
  sign_on_issuers: PASS,
  sign_on_providers: CHANGE,
  silenced_categories: PASS,
  staging_areas: ALL,
  stale_sale_months: PASS,
  uploads: ALL,
  users: CHANGE,
};

/** The tables of the migrations themselves, which say what a node runs on (OPS-8). */
const MIGRATIONS = ['migrations', 'migrations_lock'];

/** Views that lists, sums and names are read from past the tables' policies (DATA-5), and who reads mail (MAIL-9). */
const VIEWS = ['every_auction', 'every_standing', 'every_bid', 'every_name', 'mail_readers'];

/** What policies ask as the role that looks (DATA-5). All else that runs with the owner's rights is for triggers alone. */
const FUNCTIONS = [
  'caller_reaches(integer, integer, boolean)',
  'caller_sees(integer)',
  'caller_sees_bids(integer)',
  'caller_sees_offer(integer, integer)',
  'caller_hands_over(integer)',
  'caller_sees_sale(integer, integer)',
];

/** Nobody who looks has any business with the queue's tables, which its library makes (DATA-5). */
async function wallQueue(tx: Tx): Promise<void> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class
    where relnamespace = 'pgboss'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`.execute(
    tx,
  );
  for (const { relname } of rows) {
    const table = sql.id('pgboss', relname);
    await sql`alter table ${table} enable row level security`.execute(tx);
    await sql`create policy tenant on ${table} using ((select public.nobody_looks()))`.execute(tx);
  }
}

/**
 * Gives a role what the product does, and takes from it whatever else it had; as the owner of the tables. May be done
 * again at any time.
 */
export async function grantRights(owner: Database, role: string): Promise<void> {
  const to = sql.ref(role);
  const rights = Object.entries(RIGHTS).map(
    ([table, granted]) => sql`grant ${sql.raw(granted.join(', '))} on ${sql.ref(table)} to ${to}`,
  );
  await owner.transaction().execute(async (tx) => {
    const statements = [
      // Nodes that start together take turns.
      sql`select pg_advisory_xact_lock(hashtext('grant rights'))`,
      sql`revoke all on all tables in schema public from ${to}`,
      ...rights,
      ...[...MIGRATIONS, ...VIEWS].map((table) => sql`grant select on ${sql.ref(table)} to ${to}`),
      sql`revoke all on all functions in schema public from ${to}`,
      ...FUNCTIONS.map((name) => sql`grant execute on function ${sql.raw(name)} to ${to}`),
      // A backup has to know how far they have counted.
      sql`grant select on all sequences in schema public to ${to}`,
      // The queue keeps its own tables, and its partitions.
      sql`grant usage on schema pgboss to ${to}`,
      sql`grant select, insert, update, delete on all tables in schema pgboss to ${to}`,
    ];
    await sql.join(statements, sql`;`).execute(tx);
    await wallQueue(tx);
  });
}
