import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';

/** Calls are counted and recorded (AUTH-15, SEC-1), and a proof stores events of rows that exist already (PROOF-2). */
const NOT_STORED = ['rate_limits', 'security_events', 'proof_events', 'proof_keys'];

/** A checksum of each table, including waiting jobs. */
export async function sumTables(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where (schemaname = 'public' and tablename <> all(${NOT_STORED}))
      or (schemaname = 'pgboss' and tablename in ('job', 'job_common'))
    order by 1`.execute(db);
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ sum: string }>`
      select count(*) || ' rows, ' || coalesce(md5(string_agg(t::text, E'\n' order by t::text)), '-') as sum
      from ${sql.raw(name)} t`.execute(db);
    sums[name] = rows[0]!.sum;
  }
  return sums;
}

/** The names of all stored files, without the node’s own probe of the disk. */
export async function listStored(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => !name.startsWith('.')).sort();
}
