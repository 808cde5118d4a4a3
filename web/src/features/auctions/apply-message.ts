import type { LiveMessage } from '@restvarde/contract/live';
import type { QueryClient } from '@tanstack/react-query';
import { applyStanding } from './apply-standing.ts';
import { auctionQuery } from './auction-query.ts';
import { AUCTION_LISTS } from './list-key.ts';
import { type AuctionPages, changeCard } from './list-query.ts';
import { rememberStanding } from './newest-standings.ts';

/** Applies a message to its auction in the cache, on its page and in all lists (LIVE-2). */
export function applyMessage(client: QueryClient, message: LiveMessage): void {
  rememberStanding(client, message);
  client.setQueriesData<AuctionPages>({ queryKey: AUCTION_LISTS }, (pages) =>
    changeCard(pages, message.auction_id, (card) => applyStanding(card, message)),
  );
  client.setQueryData(
    auctionQuery(message.auction_id).queryKey,
    (auction) => auction && applyStanding(auction, message),
  );
}
