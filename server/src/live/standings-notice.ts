import { sql } from 'kysely';
import type { Queryable } from '../db/pool.ts';

/** What one node notifies all of: these auctions' standings have changed. */
export interface StandingsNotice {
  /** All of them. */
  ids: number[];
  /** Those whose end moved or came: what everybody may see, in a sealed auction too. */
  ends: number[];
  /** [auction id, station id] of those whose own bid changed. */
  own: [number, number][];
  /** Those of which the seller changed what is written or shown; a node from before these says none. */
  facts?: number[];
  /**
   * Those whose sale went on after the end: for staff, for the stations among `own`, and where bids are open for
   * everybody if it is among `ids` (GEN-4).
   */
  sales?: number[];
}

/** PostgreSQL takes payloads of up to 8000 bytes: so many ids of ten digits, five times and a station's, to one. */
const CHUNK = 110;

/** The payloads of a notice: one, unless it is very large. */
export function noticePayloads(notice: StandingsNotice): string[] {
  const { ids, ends, own, facts = [], sales = [] } = notice;
  const longest = Math.max(ids.length, ends.length, own.length, facts.length, sales.length);
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
      }),
    );
  }
  return payloads;
}

/** Tells every node at commit. */
export async function noticeStandings(
  tx: Queryable,
  notice: Partial<StandingsNotice>,
): Promise<void> {
  const payloads = noticePayloads({ ids: [], ends: [], own: [], ...notice });
  if (payloads.length === 0) return;
  await sql`select pg_notify('standings', payload) from unnest(${payloads}::text[]) as payload`.execute(
    tx,
  );
}
