import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';

/** That somebody calls, and how often in vain, is no change of what is stored (AUTH-15, SEC-1). */
const NOT_STORED = ['rate_limits', 'security_events'];

/** By table, all that is stored in it as one sum; jobs that wait are a table too. */
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

/** The names of all that is stored as files. */
export async function listStored(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true }).catch(() => [])).sort();
}
