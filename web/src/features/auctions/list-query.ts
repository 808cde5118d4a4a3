import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import {
  listAuctions,
  listMyAuctions,
  listWonAuctions,
} from '@restvarde/contract/auctions/list-auctions';
import type { Page } from '@restvarde/contract/paging';
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';
import type { AuctionListFilter } from './auction-search.ts';
import { AUCTION_LISTS } from './list-key.ts';
import { withNewest } from './newest-standings.ts';

export type AuctionListKind = 'all' | 'mine' | 'won';

const ENDPOINTS = { all: listAuctions, mine: listMyAuctions, won: listWonAuctions };

export type AuctionPages = InfiniteData<Page<AuctionCard>, string | null>;

/**
 * A paged list of auctions: each page follows the `next` of the one before (LIST-4). Live messages newer than a page
 * take precedence (LIVE-2).
 */
export const auctionListQuery = (kind: AuctionListKind, filter: AuctionListFilter) =>
  infiniteQueryOptions({
    queryKey: [...AUCTION_LISTS, kind, filter],
    async queryFn({ client, pageParam, signal }) {
      const page = await call(ENDPOINTS[kind], {
        query: filter,
        signal,
        address: pageParam ?? undefined,
      });
      return { ...page, results: page.results.map((card) => withNewest(client, card)) };
    },
    meta: { isLive: kind !== 'won' },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

/** Applies `change` to one card. Everything else keeps its identity. */
export function changeCard(
  pages: AuctionPages | undefined,
  id: number,
  change: (card: AuctionCard) => AuctionCard,
): AuctionPages | undefined {
  const index = pages?.pages.findIndex((one) => one.results.some((card) => card.id === id)) ?? -1;
  const page = pages?.pages[index];
  if (pages === undefined || page === undefined) return pages;
  const results = page.results.map((card) => (card.id === id ? change(card) : card));
  if (results.every((card, at) => card === page.results[at])) return pages;
  return { ...pages, pages: pages.pages.with(index, { ...page, results }) };
}

/** Removes a card. */
export function dropCard(pages: AuctionPages | undefined, id: number): AuctionPages | undefined {
  return (
    pages && {
      ...pages,
      pages: pages.pages.map((page) => ({
        ...page,
        results: page.results.filter((card) => card.id !== id),
      })),
    }
  );
}
