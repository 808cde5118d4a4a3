import {
  type AuctionCounts,
  countAuctions,
  countMyAuctions,
  countWonAuctions,
} from '@restvarde/contract/auctions/list-auctions';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';
import { type AuctionListFilter, stateOfSearch } from './auction-search.ts';
import type { AuctionListKind } from './list-query.ts';

const ENDPOINTS = { all: countAuctions, mine: countMyAuctions, won: countWonAuctions };

/** The counts of a list by state, under its other filters (LIST-13). */
export function auctionCountsQuery(kind: AuctionListKind, filter: AuctionListFilter) {
  const { is_active: _active, has_started: _started, ordering: _ordering, ...others } = filter;
  return queryOptions({
    queryKey: ['auction-counts', kind, others],
    queryFn: ({ signal }) => call(ENDPOINTS[kind], { query: others, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The total of the filtered list. Null if it has not been counted yet. */
export function totalOf(
  counts: AuctionCounts | undefined,
  filter: AuctionListFilter,
): number | null {
  if (counts === undefined) return null;
  const state = stateOfSearch(filter);
  return state === null ? counts.active + counts.upcoming + counts.ended : counts[state];
}
