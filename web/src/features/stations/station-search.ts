import * as z from 'zod/mini';
import { manyIds, oneId, words } from '../../base/urls/search-values.ts';

/** Both orders of both columns that sort, by what the server calls them (STN-1). */
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

/** What the address of the directory says. Absent means: no such filter, and by number. */
export type StationSearch = Partial<z.output<typeof stationSearch>>;

/** Reads an address; what makes no sense falls away. */
export function readStationSearch(search: Record<string, unknown>): StationSearch {
  const read = z.parse(stationSearch, search);
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** How a column stands in an order, as `aria-sort` says it. */
export function directionOf(
  column: 'number' | 'name',
  ordering: StationOrdering = 'number',
): 'ascending' | 'descending' | 'none' {
  if (ordering === column) return 'ascending';
  return ordering === `-${column}` ? 'descending' : 'none';
}

/** The order after a press on a column: rising first, then falling. The usual order is left unsaid. */
export function pressColumn(
  column: 'number' | 'name',
  ordering: StationOrdering | undefined,
): StationOrdering | undefined {
  const next = directionOf(column, ordering) === 'ascending' ? (`-${column}` as const) : column;
  return next === 'number' ? undefined : next;
}
