import { sql } from 'kysely';
import { openPool } from '../../server/src/db/pool.ts';

/** The clock of a database, which a run can set. */
export interface DatabaseClock {
  /** Sets it ahead of the true time by `seconds`. */
  jump(seconds: number): Promise<void>;
  /** Auctions that are closed before their end by the true time. */
  closedEarly(): Promise<number[]>;
  end(): Promise<void>;
}

/** Replaces `now_ms` by a clock that can be set; needs the owner of the tables. */
export async function openDatabaseClock(ownerUrl: string): Promise<DatabaseClock> {
  const pool = openPool(ownerUrl, 1);
  const run = (text: string) => sql.raw(text).execute(pool.db);
  await run('create table clock (ahead interval not null)');
  await run('grant select on clock to public');
  await run("insert into clock values ('0')");
  await run(`
    create or replace function now_ms() returns timestamptz language sql volatile
    return date_trunc('milliseconds', clock_timestamp() + (select ahead from clock))`);
  return {
    jump: (seconds) =>
      sql`update clock set ahead = make_interval(secs => ${seconds})`
        .execute(pool.db)
        .then(() => {}),
    async closedEarly() {
      const { rows } = await sql<{ auction_id: number }>`
        select auction_id from auction_standings
        where closed_at is not null and end_dt > clock_timestamp()`.execute(pool.db);
      return rows.map((row) => row.auction_id);
    },
    end: () => pool.end(),
  };
}
