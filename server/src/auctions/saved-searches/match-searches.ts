import type { SavedQuery } from '@restvarde/contract/auctions/saved-filters';
import { readSavedFilter } from '@restvarde/contract/auctions/saved-searches';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { and, STATION_ROW, visibleTo } from '../access/visibility.ts';
import { savedFilters } from '../lists/list-filters.ts';

/** An auction, a station that may see it, and the station's saved searches that match. */
export interface SearchMatch {
  auction_id: number;
  service_station_id: number;
  search_ids: number[];
}

/** Different queries in one statement. */
const QUERIES = 100;

/**
 * Finds the direct searches that match these auctions, which have just started (SAVED-3). Equal queries are
 * evaluated once.
 */
export async function matchDirect(tx: Tx, auctions: number[]): Promise<SearchMatch[]> {
  const { rows: queries } = await sql<{ query: SavedQuery; ids: number[] }>`
    select query, array_agg(id) as ids from saved_searches where frequency = 'direct' group by query`.execute(
    tx,
  );
  const matches = new Map<string, SearchMatch>();
  for (let from = 0; from < queries.length; from += QUERIES) {
    const hits = queries.slice(from, from + QUERIES).map(
      ({ query, ids }) => sql`
        select a.id as auction_id, ${ids}::integer[] as search_ids
        from auctions a
        where a.id = any(${auctions}::integer[]) and ${and(savedFilters(readSavedFilter(query)))}`,
    );
    const { rows } = await sql<SearchMatch>`
      select a.id as auction_id, st.id as service_station_id, array_agg(ss.id) as search_ids
      from (${sql.join(hits, sql` union all `)}) hit
      join saved_searches ss on ss.id = any(hit.search_ids)
      join mail_readers u on u.id = ss.user_id
      join service_stations st on st.id = u.service_station_id and st.removed_at is null
      join auctions a on a.id = hit.auction_id
      join auction_standings s on s.auction_id = a.id
      where ${visibleTo(STATION_ROW)}
      group by a.id, st.id`.execute(tx);
    for (const match of rows) {
      const key = `${match.auction_id} ${match.service_station_id}`;
      matches.get(key)?.search_ids.push(...match.search_ids) ?? matches.set(key, match);
    }
  }
  return [...matches.values()];
}
