import { getAuction } from '@restvarde/contract/auctions/auction';
import {
  countAuctions,
  countMyAuctions,
  countWonAuctions,
  listAuctions,
  listMyAuctions,
  listWonAuctions,
} from '@restvarde/contract/auctions/list-auctions';
import { listSavedSearches } from '@restvarde/contract/auctions/saved-filters';
import { listCategories, listStagingAreas } from '@restvarde/contract/categories';
import type { Endpoint } from '@restvarde/contract/endpoint';
import { listNotices } from '@restvarde/contract/notices';
import { getStatistics, listTodo } from '@restvarde/contract/statistics';
import type { QueryKey } from '@tanstack/react-query';
import { auctionQuery } from '../features/auctions/auction-query.ts';
import { auctionCountsQuery } from '../features/auctions/counts-query.ts';
import { type AuctionListKind, auctionListQuery } from '../features/auctions/list-query.ts';
import { savedSearchesQuery } from '../features/auctions/saved-searches-query.ts';
import { categoriesQuery, stagingAreasQuery } from '../features/categories/queries.ts';
import { statisticsQuery } from '../pages/home/statistics-query.ts';
import { noticesQuery, todoQuery } from '../pages/home/todo/todo-query.ts';
import { HOME_PAGE } from './front-page.tsx';
import type { PageFacts } from './page-facts.ts';

/** A query of a first view, and the endpoint that answers it. */
interface ViewQuery {
  endpoint: Endpoint;
  queryKey: QueryKey;
  /** Selects what the query caches, if not the whole answer. */
  keep?: (answer: unknown) => unknown;
}

const LISTS: Record<AuctionListKind, { cards: Endpoint; counts: Endpoint }> = {
  all: { cards: listAuctions, counts: countAuctions },
  mine: { cards: listMyAuctions, counts: countMyAuctions },
  won: { cards: listWonAuctions, counts: countWonAuctions },
};

/** The queries of a page's first view for signed-in users, without any filter. Used by the server program only. */
export function viewQueriesOf(facts: PageFacts, params: Record<string, string> = {}): ViewQuery[] {
  if (facts.list !== undefined) {
    const { cards, counts } = LISTS[facts.list];
    const { queryKey } = auctionListQuery(facts.list, {});
    const keep = (page: unknown) => ({ pages: [page], pageParams: [null] });
    return [
      { endpoint: cards, queryKey, keep },
      { endpoint: counts, ...auctionCountsQuery(facts.list, {}) },
      ...(facts.list === 'all' ? [{ endpoint: listSavedSearches, ...savedSearchesQuery }] : []),
    ];
  }
  switch (facts.signedInModule ?? facts.module) {
    case HOME_PAGE:
      return [
        { endpoint: listTodo, ...todoQuery() },
        { endpoint: listNotices, ...noticesQuery() },
        { endpoint: getStatistics, ...statisticsQuery({}) },
      ];
    case 'auction/auction-page.tsx':
      return [{ endpoint: getAuction, ...auctionQuery(Number(params.id)) }];
    case 'auction-form/new-auction-page.tsx':
      return [
        { endpoint: listCategories, ...categoriesQuery() },
        { endpoint: listStagingAreas, ...stagingAreasQuery() },
      ];
    default:
      throw new Error(`No queries are defined for the first view of ${facts.module}.`);
  }
}
