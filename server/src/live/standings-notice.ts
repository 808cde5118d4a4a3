import { sql } from 'kysely';
import type { Queryable } from '../db/pool.ts';
import type { StandingsNotice } from './channels.ts';

/** Number of entries per payload. PostgreSQL allows 8000 bytes: four lists of ten-digit ids and two of pairs. */
const CHUNK = 85;

/** Returns the payloads of a notice: one, unless it is very large. */
export function noticePayloads(notice: StandingsNotice): string[] {
  const { ids, ends, own, facts = [], sales = [], max_bids = [] } = notice;
  const lists = [ids, ends, own, facts, sales, max_bids];
  const longest = Math.max(...lists.map(({ length }) => length));
  const payloads: string[] = [];
  for (let from = 0; from < longest; from += CHUNK) {
    const part = <T>(all: T[]) => all.slice(from, from + CHUNK);
    payloads.push(
      JSON.stringify({
        ids: part(ids),
        ends: part(ends),
        own: part(own),
        ...(facts.length > 0 && { facts: part(facts) }),
        ...(sales.length > 0 && { sales: part(sales) }),
        ...(max_bids.length > 0 && { max_bids: part(max_bids) }),
      }),
    );
  }
  return payloads;
}

/** Notifies every node on commit. */
export async function notifyOfStandings(
  tx: Queryable,
  notice: Partial<StandingsNotice>,
): Promise<void> {
  const payloads = noticePayloads({ ids: [], ends: [], own: [], ...notice });
  if (payloads.length === 0) return;
  await sql`select pg_notify('standings', payload) from unnest(${payloads}::text[]) as payload`.execute(
    tx,
  );
}
