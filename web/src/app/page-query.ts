import { may } from '@restvarde/contract/roles';
import type { QueryClient } from '@tanstack/react-query';
import { readAuctionSearch } from '../features/auctions/auction-search.ts';
import { meQuery } from '../features/users/queries.ts';
import type { PageFacts } from './page-facts.ts';

/** A route that an address leads to. */
export interface Match {
  staticData: PageFacts;
  /** Records, but for the root. */
  params: unknown;
  search: unknown;
}

/** The query of the auction or the list that a page is about; null for any other page. */
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
 * Asks for what a page is about, beside asking for the current user and for the page's script. Nobody waits for
 * it: what does not come the page asks for, and reports, itself.
 */
export async function prefetchPage(client: QueryClient, page: Match): Promise<void> {
  try {
    const query = await queryOf(page);
    if (query?.auction) await client.prefetchQuery(query.auction);
    if (!query?.list) return;
    // Two of the lists are for workshops alone.
    const isForAll = page.staticData.list === 'all';
    if (!isForAll && !may.actAsStation(await client.ensureQueryData(meQuery))) return;
    await client.prefetchInfiniteQuery(query.list);
  } catch {
    // The page's own query will report it.
  }
}
