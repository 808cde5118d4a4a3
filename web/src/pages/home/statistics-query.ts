import { getStatistics } from '@restvarde/contract/statistics';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';
import type { HomeSearch } from './home-search.ts';

/** Refetched while the page is open, since bids arrive and auctions end. */
const REFETCH_MS = 60_000;

/** The three sums over the matching auctions (HOME-1–3). */
export const statisticsQuery = (search: HomeSearch) =>
  queryOptions({
    queryKey: ['statistics', search],
    queryFn: ({ signal }) => call(getStatistics, { query: search, signal }),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  });
