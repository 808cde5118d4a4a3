import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './pool.ts';

const FOLDER = join(import.meta.dirname, 'migrations');

/** The migrations in order: name → SQL. Forward only; what has been released is never edited. */
async function readMigrations(): Promise<Record<string, string>> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(FOLDER, file), 'utf8')));
  return Object.fromEntries(files.map((file, index) => [file.slice(0, -4), texts[index] ?? '']));
}

/**
 * Brings the database up to date; nodes that start together take turns by an advisory lock. Returns the
 * names of what ran. Throws what PostgreSQL said when a migration fails, and then nothing of it is kept.
 */
export async function migrate(db: Database): Promise<string[]> {
  const texts = await readMigrations();
  const migrations: Record<string, Migration> = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      { up: async (tx: Kysely<unknown>) => void (await sql.raw(text).execute(tx)) },
    ]),
  );
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
