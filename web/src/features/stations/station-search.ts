import * as z from 'zod/mini';
import { manyIds, oneId, words } from '../../base/urls/search-values.ts';

/** Both orders of both sortable columns, by their API names (STN-1). */
const STATION_ORDERINGS = ['number', '-number', 'name', '-name'] as const;

export type StationOrdering = (typeof STATION_ORDERINGS)[number];

const stationSearch = z.object({
  company: oneId,
  number: words,
  name: words,
  city: words,
  category: manyIds,
  ordering: z.catch(z.optional(z.enum(STATION_ORDERINGS)), undefined),
});

/** The search of the directory's URL. Undefined means no such filter, and the default order: the caller's company first. */
export type StationSearch = Partial<z.output<typeof stationSearch>>;

/** Parses a search. Drops invalid values. */
export function readStationSearch(search: Record<string, unknown>): StationSearch {
  const read = z.parse(stationSearch, search);
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** The direction of a column in an order, as an `aria-sort` value. */
export function directionOf(
  column: 'number' | 'name',
  ordering: StationOrdering | undefined,
): 'ascending' | 'descending' | 'none' {
  if (ordering === column) return 'ascending';
  return ordering === `-${column}` ? 'descending' : 'none';
}

/** The order after a press on a column: ascending first, then descending. */
export function pressColumn(
  column: 'number' | 'name',
  ordering: StationOrdering | undefined,
): StationOrdering {
  return directionOf(column, ordering) === 'ascending' ? (`-${column}` as const) : column;
}
