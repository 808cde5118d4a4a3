import {
  getOwnStation,
  getServiceStation,
  listServiceStations,
  type ServiceStation,
} from '@restvarde/contract/service-stations';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';
import type { StationSearch } from './station-search.ts';

/** The caller's own station (ROLE-11). */
export const ownStationQuery = queryOptions({
  queryKey: ['own-station'],
  queryFn: ({ signal }) => call(getOwnStation, { signal }),
  staleTime: 5 * 60_000,
});

/** The query key of all directory lists. */
export const STATION_LISTS = ['service-stations'] as const;

/** The directory of stations, page by page: each follows the `next` of the one before (STN-1). */
export const stationsQuery = (filter: StationSearch) =>
  infiniteQueryOptions({
    queryKey: [...STATION_LISTS, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listServiceStations, { query: filter, signal, address: pageParam ?? undefined }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

/** One station, with its contact if the caller may edit it (ROLE-16). */
export const stationQuery = (id: number) =>
  queryOptions({
    queryKey: ['service-station', id],
    queryFn: ({ signal }) => call(getServiceStation, { params: { id }, signal }),
  });

/** Updates a changed station in the cache: itself, the directory, and the staging areas of auctions (STN-7). */
export function notifyStationChanged(client: QueryClient, station: ServiceStation): void {
  client.setQueryData(stationQuery(station.id).queryKey, station);
  void client.invalidateQueries({ queryKey: STATION_LISTS });
  void client.invalidateQueries({ queryKey: ['staging-areas'] });
}
