import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { isNewer, RUNS_BESIDE, VERSION } from '../release.ts';
import { StartError } from '../start-error.ts';
import { type Database, firstRow } from './pool.ts';

const FOLDER = join(import.meta.dirname, 'migrations');

/** Names of this release's migrations, in order. Migrations only go forward; a released one is never edited. */
export function listMigrations(): string[] {
  return readdirSync(FOLDER).map(nameOf).sort();
}

/** A migration is an SQL file, or a module with `up` if SQL is not enough. */
const nameOf = (file: string) => file.replace(/\.(sql|ts)$/, '');

/** How a database's schema compares with this release. */
export interface SchemaState {
  /** Migrations of this release that it lacks. */
  missing: string[];
  /** Migrations that a newer release has applied. */
  unknown: string[];
}

/** Compares the applied migrations with this release's. Read-only. */
export async function readSchemaState(db: Database): Promise<SchemaState> {
  const known = listMigrations();
  if (!(await hasTable(db, 'migrations'))) return { missing: known, unknown: [] };
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  return {
    missing: known.filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !known.includes(name)),
  };
}

/**
 * Applies missing migrations; an advisory lock serializes nodes that start together. Returns the names of what ran, up
 * to `to` if set. Leaves a newer release's database as it is, if this release can run on it (OPS-8).
 * @throws StartError if it cannot; PostgreSQL's error if a migration fails, which rolls that one back. The next
 *   call continues from it.
 */
export async function migrate(db: Database, to?: string): Promise<string[]> {
  const state = await readSchemaState(db);
  if (state.unknown.length > 0) {
    await assertRunsBeside(db, state);
    return [];
  }
  // First if possible, because nodes of the previous release may start during the migrations.
  if (!to && (await hasTable(db, 'releases'))) await recordRelease(db);
  const names = state.missing.length > 0 ? await runMissing(db, state.missing, to) : [];
  if (!to) await recordRelease(db);
  return names;
}

/** Records the oldest release that runs on this release's schema. */
async function recordRelease(db: Database): Promise<void> {
  await db
    .insertInto('releases')
    .values({ version: VERSION, runs_beside: RUNS_BESIDE })
    .onConflict((conflict) =>
      conflict
        .column('version')
        .doUpdateSet({ runs_beside: RUNS_BESIDE })
        .where('releases.runs_beside', '!=', RUNS_BESIDE),
    )
    .execute();
}

async function hasTable(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass(${name}) is not null as found`.execute(db);
  return firstRow(rows).found;
}

/**
 * Runs each migration in its own transaction, so that one's locks are released before the next rewrites rows, and nodes
 * of the previous release wait for none of them for long.
 */
async function runMissing(db: Database, missing: string[], to?: string): Promise<string[]> {
  const migrations: Record<string, Migration> = {};
  for (const file of readdirSync(FOLDER)) {
    const path = join(FOLDER, file);
    migrations[nameOf(file)] = {
      up: async (tx: Kysely<unknown>) => {
        if (file.endsWith('.sql')) await sql.raw(readFileSync(path, 'utf8')).execute(tx);
        else await (await import(path)).up(tx);
      },
    };
  }
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  });
  const names: string[] = [];
  const last = to ?? missing.at(-1);
  while (missing.includes(last ?? '') && names.at(-1) !== last) {
    const { error, results = [] } = await migrator.migrateUp();
    if (error) throw error;
    // Another node has run the rest.
    if (results.length === 0) break;
    names.push(...results.map(({ migrationName }) => migrationName));
  }
  return names;
}

/** @throws StartError unless this release can run on the schema of the newer releases that migrated it. */
async function assertRunsBeside(db: Database, { missing, unknown }: SchemaState): Promise<void> {
  const releases = (await hasTable(db, 'releases'))
    ? await db.selectFrom('releases').selectAll().execute()
    : [];
  const newer = releases.filter(({ version }) => isNewer(version, VERSION));
  const oldest = newer.map((release) => release.runs_beside).find((one) => isNewer(one, VERSION));
  if (newer.length > 0 && missing.length === 0 && oldest === undefined) return;
  const by = newer.length > 0 ? `release ${newer.at(-1)!.version}` : 'a newer build';
  const what = oldest ? `release ${oldest} or newer` : 'that one';
  throw new StartError(
    `The database was migrated by ${by} (${unknown.sort().at(-1)}), and ${VERSION} does not run beside it: start ${what}, or restore a backup from before. Nothing in it has been changed.`,
  );
}
