import { may } from '@restvarde/contract/roles';
import type { QueryClient } from '@tanstack/react-query';
import { readAuctionSearch } from '../features/auctions/auction-search.ts';
import { meQuery } from '../features/users/queries.ts';
import type { PageFacts } from './page-facts.ts';

/** A matched route. */
export interface Match {
  staticData: PageFacts;
  /** An object, except at the root. */
  params: unknown;
  search: unknown;
}

/** The query of the auction or list that a page shows. Null for other pages. */
async function queryOf({ staticData, params, search }: Match) {
  if (staticData.module === 'auction/auction-page.tsx') {
    const id = Number((params as { id?: string }).id);
    if (!Number.isInteger(id)) return null;
    const { auctionQuery } = await import('../features/auctions/auction-query.ts');
    return { auction: auctionQuery(id) };
  }
  if (staticData.list === undefined) return null;
  const { auctionListQuery } = await import('../features/auctions/list-query.ts');
  const { pages: _, ...filter } = readAuctionSearch(search as Record<string, unknown>);
  return { list: auctionListQuery(staticData.list, filter) };
}

/**
 * Prefetches a page's main data in parallel with the current user and the page's script. The page itself fetches and
 * reports what fails.
 */
export async function prefetchPage(client: QueryClient, page: Match): Promise<void> {
  try {
    const query = await queryOf(page);
    if (query?.auction) await client.prefetchQuery(query.auction);
    if (!query?.list) return;
    // The other two lists are for workshops only.
    const isForAll = page.staticData.list === 'all';
    if (!isForAll && !may.actAsStation(await client.ensureQueryData(meQuery))) return;
    await client.prefetchInfiniteQuery(query.list);
  } catch {
    // The page's own query reports the error.
  }
}
