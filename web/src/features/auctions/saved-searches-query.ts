import { listSavedSearches } from '@restvarde/contract/auctions/saved-filters';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';

/** The station's saved searches (SAVED-1). */
export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: ({ signal }) => call(listSavedSearches, { signal }),
});
