import {
  countFacets,
  countMyFacets,
  countWonFacets,
} from '@restvarde/contract/auctions/list-auctions';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';
import type { AuctionListFilter } from './auction-search.ts';
import type { AuctionListKind } from './list-query.ts';

const ENDPOINTS = { all: countFacets, mine: countMyFacets, won: countWonFacets };

/** How many auctions have each manufacturer, place and company under the other filters (LIST-18). */
export function facetsQuery(kind: AuctionListKind, filter: AuctionListFilter) {
  const { ordering: _, ...query } = filter;
  return queryOptions({
    queryKey: ['auction-facets', kind, query],
    queryFn: ({ signal }) => call(ENDPOINTS[kind], { query, signal }),
    placeholderData: keepPreviousData,
  });
}
