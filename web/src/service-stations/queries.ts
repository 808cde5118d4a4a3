import { getOwnStation } from '@restvarde/contract/service-stations';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** The caller's own station (ROLE-11). */
export const ownStationQuery = queryOptions({
  queryKey: ['own-station'],
  queryFn: ({ signal }) => call(getOwnStation, { signal }),
  staleTime: 5 * 60_000,
});
