import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { readSchemaState } from '../db/migrate.ts';
import { openPool, type Pool } from '../db/pool.ts';
import { checkSecret } from '../db/secret-fingerprint.ts';
import { type Finding, findingsAbout, wordsOf } from './finding.ts';

const { ok, warning, fault } = findingsAbout('Database');
const OLDEST_MAJOR_VERSION = 18;
/** Connections of a node with all roles (docs/operate.md). */
const CONNECTIONS_OF_A_NODE = 29;
const NOTIFICATION_LIMIT_MS = 3_000;
const CLOCK_FAULT_MS = 5_000;
const CLOCK_WARNING_MS = 1_000;

/** Role, rights, version, migrations, SECRET, clock and notifications of the database that nodes run on. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const pool = openPool(config.databaseUrl, 2, {
    isPooled: config.directUrl !== config.databaseUrl,
  });
  try {
    const server = await readServer(pool).catch((error: unknown) => wordsOf(error));
    if (typeof server === 'string') return [fault(`DATABASE_URL cannot be reached: ${server}.`)];
    const migrations = await checkMigrations(pool);
    const isUpToDate = migrations.every(({ level }) => level !== 'fault');
    return [
      ...judgeServer(server, config),
      ...migrations,
      ...(isUpToDate ? await checkRights(pool) : []),
      ...(isUpToDate ? await checkFingerprint(pool, config.secret) : []),
      ...(await checkNotifications(config.directUrl)),
      ...(await checkReplica(config.readUrl)),
    ];
  } finally {
    await pool.end();
  }
}

interface Server {
  version: number;
  role: string;
  is_superuser: boolean;
  is_owner: boolean;
  is_standby: boolean;
  free: number;
  /** The database's clock minus this machine's. */
  offset_ms: number;
}

async function readServer({ pg }: Pool): Promise<Server> {
  const asked_at = Date.now();
  const { rows } = await pg.query<Omit<Server, 'offset_ms'> & { now_ms: number }>(`
    select current_setting('server_version_num')::integer as version, current_user as role,
      (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
      has_schema_privilege('public', 'create') as is_owner,
      pg_is_in_recovery() as is_standby,
      current_setting('max_connections')::integer - (select count(*) from pg_stat_activity
        where backend_type = 'client backend')::integer as free,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms`);
  const { now_ms, ...server } = rows[0]!;
  return { ...server, offset_ms: Math.round(now_ms - (asked_at + Date.now()) / 2) };
}

function judgeServer(server: Server, { databaseUrl, ownerUrl }: Config): Finding[] {
  const major = Math.floor(server.version / 10_000);
  const clock = findingsAbout('Clock');
  const apart = `this machine's clock and the database's are ${Math.abs(server.offset_ms)} ms apart`;
  return [
    major < OLDEST_MAJOR_VERSION
      ? fault(`PostgreSQL ${major} is too old: Restvärde needs ${OLDEST_MAJOR_VERSION} or newer.`)
      : ok(`PostgreSQL ${major} is reached as ${server.role}.`),
    ...(server.is_standby ? [fault('DATABASE_URL leads to a standby: it takes no writes.')] : []),
    server.is_superuser
      ? warning(`${server.role} is a superuser: nodes should run by a role that owns nothing.`)
      : server.is_owner
        ? warning(`${server.role} owns the tables: nodes should run by a role that owns nothing.`)
        : ok(`${server.role} owns nothing.`),
    ...(ownerUrl === databaseUrl && !server.is_owner
      ? [warning('DATABASE_OWNER_URL is not set: migrate, backup and restore need it.')]
      : []),
    server.free < CONNECTIONS_OF_A_NODE
      ? warning(
          `${server.free} connections are free, and one more node needs ${CONNECTIONS_OF_A_NODE}: raise max_connections.`,
        )
      : ok(`${server.free} connections are free.`),
    Math.abs(server.offset_ms) > CLOCK_FAULT_MS
      ? clock.fault(`${apart}: let both follow NTP.`)
      : Math.abs(server.offset_ms) > CLOCK_WARNING_MS
        ? clock.warning(`${apart}.`)
        : clock.ok(`${apart}.`),
  ];
}

async function checkMigrations(pool: Pool): Promise<Finding[]> {
  const about = findingsAbout('Migrations');
  try {
    const { missing, unknown } = await readSchemaState(pool.db);
    if (missing.length > 0)
      return [
        about.fault(`${missing.length} are missing, the last is ${missing.at(-1)}: run migrate.`),
      ];
    return unknown.length > 0
      ? [about.warning('The database has been migrated by a newer release.')]
      : [about.ok('The database is up to date.')];
  } catch (error) {
    return [about.fault(`They cannot be read: ${wordsOf(error)}.`)];
  }
}

/** `migrate` grants a node's rights. A table without any was added without `migrate`, or `migrate` was not run. */
async function checkRights({ pg }: Pool): Promise<Finding[]> {
  const { rows } = await pg.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not has_table_privilege(oid, 'select') and not has_any_column_privilege(oid, 'select')
    order by relname`);
  const names = rows.map(({ name }) => name).join(', ');
  return [
    names ? fault(`The role may not read ${names}: run migrate.`) : ok('The role has its rights.'),
  ];
}

async function checkFingerprint(pool: Pool, secret: string): Promise<Finding[]> {
  const about = findingsAbout('SECRET');
  const { rows } = await pool.pg.query('select from secret_fingerprint');
  if (rows.length === 0) return [about.ok('No node has started on this database yet.')];
  try {
    await checkSecret(pool.db, secret);
    return [about.ok('It is the one that the database is sealed under.')];
  } catch (error) {
    return [about.fault(wordsOf(error))];
  }
}

/** A transaction pooler drops notifications; DATABASE_DIRECT_URL must bypass it. */
async function checkNotifications(directUrl: string): Promise<Finding[]> {
  const pool = openPool(directUrl, 1);
  const client = await pool.pg.connect().catch((error: unknown) => wordsOf(error));
  if (typeof client === 'string') {
    await pool.end();
    return [fault(`DATABASE_DIRECT_URL cannot be reached: ${client}.`)];
  }
  const heard = new Promise<boolean>((resolve) => client.once('notification', () => resolve(true)));
  try {
    await client.query('listen doctor');
    await client.query("select pg_notify('doctor', '')");
    const isHeard = await Promise.race([
      heard,
      pause(NOTIFICATION_LIMIT_MS, false, { ref: false }),
    ]);
    return [
      isHeard
        ? ok('Notifications arrive.')
        : fault('Notifications do not arrive: set DATABASE_DIRECT_URL past the pooler.'),
    ];
  } catch (error) {
    return [fault(`Notifications cannot be used: ${wordsOf(error)}.`)];
  } finally {
    client.release(true);
    await pool.end();
  }
}

async function checkReplica(readUrl: string | null): Promise<Finding[]> {
  if (readUrl === null) return [];
  const pool = openPool(readUrl, 1);
  try {
    const { rows } = await pool.pg.query<{ is_standby: boolean }>(
      'select pg_is_in_recovery() as is_standby',
    );
    return [
      rows[0]!.is_standby
        ? ok('DATABASE_READ_URL leads to a standby.')
        : warning('DATABASE_READ_URL leads to no standby: it is not read.'),
    ];
  } catch (error) {
    return [warning(`DATABASE_READ_URL cannot be reached, so it is not read: ${wordsOf(error)}.`)];
  } finally {
    await pool.end();
  }
}
