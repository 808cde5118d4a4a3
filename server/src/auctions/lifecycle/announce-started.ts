import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { inSalesArea, STATION_ROW } from '../access/visibility.ts';
import { follows } from '../emails/follows.ts';
import type { NewObjectJob } from '../emails/new-object-job.ts';
import type { RelistedJob } from '../emails/relisted-job.ts';

/** The most in one transaction: each may have an email to every station. */
const BATCH = 20;

/**
 * Tells the stations of objects whose auctions have started: marks them as announced, once for all, and writes the emails in one
 * transaction. Those who may see the auction and have not silenced all of its categories that are for them
 * (MAIL-5), and of an object that was relisted those who had bid on it or watched it, whatever they have silenced
 * (RELIST-5). Every node may do it at once. Returns how many had started.
 */
export function announceStarted({
  pool,
  jobs,
}: Pick<AppContext, 'pool' | 'jobs'>): Promise<number> {
  return pool.db.transaction().execute(async (tx) => {
    const due = await sql<{ id: number }>`
      select id from auctions
      where announced_at is null and closed_at is null and deleted_at is null
        and start_dt <= statement_timestamp()
      order by start_dt, id
      limit ${BATCH}
      for no key update skip locked`.execute(tx);
    const ids = due.rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    const { rows } = await sql<Omit<NewObjectJob | RelistedJob, 'kind'> & { knew: boolean }>`
      with announced as (
        update auctions set announced_at = now_ms() where id = any(${ids}::integer[])
      )
      select a.id as auction_id, st.id as service_station_id, part.knew
      from auctions a
      join service_stations st
        on st.removed_at is null and ${inSalesArea(STATION_ROW)}
      cross join lateral (
        select exists (
          select from bids b where b.auction_id = a.relisted_from and b.service_station_id = st.id
        ) or exists (
          select from alerts w where w.auction_id = a.relisted_from and w.service_station_id = st.id
        ) as knew
      ) part
      where a.id = any(${ids}::integer[])
        and exists (select from mail_readers u where u.service_station_id = st.id)
        and (part.knew or ${follows})
      order by a.id, st.id`.execute(tx);
    const emails = rows.map(({ knew, ...row }): NewObjectJob | RelistedJob => ({
      kind: knew ? 'relisted' : 'new-object',
      ...row,
    }));
    // A code or an answer that somebody waits for comes first.
    await jobs.sendAll(tx, 'mail', emails, { priority: -10 });
    return ids.length;
  });
}
