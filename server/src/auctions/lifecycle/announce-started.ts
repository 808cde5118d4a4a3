import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { inSalesArea, STATION_ROW } from '../access/visibility.ts';
import { follows } from '../emails/auction-sql.ts';
import type { NewObjectJob } from '../emails/new-object.email.tsx';
import type { RelistedJob } from '../emails/relisted.email.tsx';
import type { SavedSearchJob } from '../emails/saved-search.email.tsx';
import { matchDirect } from '../saved-searches/match-searches.ts';
import { rememberForDaily } from '../saved-searches/send-daily.ts';

/** Maximum number of auctions in one transaction: each may have an email to every station. */
const BATCH = 20;

/**
 * Notifies stations of objects whose auctions have started: marks them as announced and queues the emails in one
 * transaction. Notifies stations that may see the auction and have not muted all of its categories that apply to
 * them (MAIL-5), and those with a direct search that matches it (SAVED-4). For a relisted object it notifies those
 * that had bid or watched, whatever they have muted (RELIST-5). A station gets one email about an auction. Nodes may
 * run it concurrently. Returns the number of auctions that had started.
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
    const emails = new Map<string, NewObjectJob | RelistedJob | SavedSearchJob>();
    const keyOf = (row: { auction_id: number; service_station_id: number }) =>
      `${row.auction_id} ${row.service_station_id}`;
    for (const { knew, ...row } of rows) {
      emails.set(keyOf(row), { kind: knew ? 'relisted' : 'new-object', ...row });
    }
    for (const match of await matchDirect(tx, ids)) {
      if (emails.get(keyOf(match))?.kind === 'relisted') continue;
      emails.set(keyOf(match), { kind: 'saved-search', ...match });
    }
    await rememberForDaily(tx, [...emails.values()]);
    // Emails that somebody waits for, such as a code, go first.
    await jobs.sendAll(tx, 'mail', [...emails.values()], { priority: -10 });
    return ids.length;
  });
}
