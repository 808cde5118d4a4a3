import { sql } from 'kysely';
import type { Database, Tx } from './pool.ts';
import type { DB } from './types.generated.ts';

type Right = 'select' | 'insert' | 'update' | 'delete' | `update (${string})`;

const READ: Right[] = ['select'];
/** Rows are never changed. */
const APPEND: Right[] = [...READ, 'insert'];
const CHANGE: Right[] = [...APPEND, 'update'];
/** Inserted and deleted, never changed. */
const PASS: Right[] = [...APPEND, 'delete'];
const ALL: Right[] = [...CHANGE, 'delete'];

/**
 * The rights of the product's role on each table, if it does not own them (DATA-4). A new table needs a line here before
 * it can be used.
 */
const RIGHTS: Record<keyof DB, Right[]> = {
  accepted_terms: APPEND,
  alerts: ALL,
  announced_endings: APPEND,
  announced_to_searchers: PASS,
  auction_categories: PASS,
  auction_files: [...PASS, 'update (kind)'],
  auction_images: ALL,
  auction_standings: CHANGE,
  auctions: CHANGE,
  // Only names are removed, when a person leaves (DATA-2).
  audit_log: [...APPEND, 'update (before, after)'],
  bid_news: CHANGE,
  // A removal is a mark.
  bids: [...APPEND, 'update (removed_at, removed_by, outcome_at)'],
  categories: ALL,
  certificates: APPEND,
  chain_anchors: APPEND,
  // Triggers insert them.
  chain_links: [...READ, 'update (anchor_id, mac)'],
  collections: CHANGE,
  companies: CHANGE,
  daily_runs: PASS,
  deregistrations: CHANGE,
  dismantlers: ALL,
  facts_news: ALL,
  feed_changes: CHANGE,
  feed_files: CHANGE,
  idempotency_keys: PASS,
  imports: ALL,
  known_places: ALL,
  login_codes: ALL,
  max_bids: APPEND,
  notification_settings: CHANGE,
  offers: CHANGE,
  operator_runs: CHANGE,
  photo_links: ALL,
  push_keys: CHANGE,
  push_messages: ALL,
  push_subscriptions: ALL,
  proof_events: APPEND,
  proof_keys: APPEND,
  rate_limits: ALL,
  releases: READ,
  recovery_codes: PASS,
  reminders: APPEND,
  reset_tokens: ALL,
  sale_documents: CHANGE,
  sale_letters: APPEND,
  sale_months: PASS,
  saved_searches: ALL,
  second_factors: ALL,
  secret_fingerprint: CHANGE,
  // Deleted after a year; the table refuses it earlier (SEC-1).
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
  // A revoked one stays, with what it has done (FEED-1).
  tokens: CHANGE,
  uploads: ALL,
  users: CHANGE,
  webhook_deliveries: ALL,
  webhooks: ALL,
};

/** The tables of the migrations, which show what schema a node runs on (OPS-8). */
const MIGRATIONS = ['migrations', 'migrations_lock'];

/** Views that bypass the policies for lists, sums and names (DATA-5), and the readers of mail (MAIL-9). */
const VIEWS = [
  'every_auction',
  'every_standing',
  'every_bid',
  'every_name',
  'mail_readers',
  'booked_times',
  'buyers',
];

/**
 * Functions that policies call as the viewer's role (DATA-5). All other security-definer functions are for triggers
 * only.
 */
const FUNCTIONS = [
  'caller_reaches(integer, integer, boolean)',
  'caller_sees(integer)',
  'caller_sees_bids(integer)',
  'caller_sees_offer(integer, integer)',
  'caller_hands_over(integer)',
  'caller_sees_sale(integer, integer)',
];

/** Hides the queue's tables, which its library creates, from viewers (DATA-5). */
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

/** Grants a role what the product needs and revokes all else; run as the owner of the tables. Idempotent. */
export async function grantRights(owner: Database, role: string): Promise<void> {
  const to = sql.ref(role);
  const rights = Object.entries(RIGHTS).map(
    ([table, granted]) => sql`grant ${sql.raw(granted.join(', '))} on ${sql.ref(table)} to ${to}`,
  );
  await owner.transaction().execute(async (tx) => {
    const statements = [
      // Serializes nodes that start together.
      sql`select pg_advisory_xact_lock(hashtext('grant rights'))`,
      sql`revoke all on all tables in schema public from ${to}`,
      ...rights,
      ...[...MIGRATIONS, ...VIEWS].map((table) => sql`grant select on ${sql.ref(table)} to ${to}`),
      sql`revoke all on all functions in schema public from ${to}`,
      ...FUNCTIONS.map((name) => sql`grant execute on function ${sql.raw(name)} to ${to}`),
      // A backup reads the position of each sequence.
      sql`grant select on all sequences in schema public to ${to}`,
      // The queue manages its own tables and partitions.
      sql`grant usage on schema pgboss to ${to}`,
      sql`grant select, insert, update, delete on all tables in schema pgboss to ${to}`,
    ];
    await sql.join(statements, sql`;`).execute(tx);
    await wallQueue(tx);
  });
}
