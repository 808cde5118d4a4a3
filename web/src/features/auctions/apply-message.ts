import type { LiveMessage } from '@restvarde/contract/live';
import type { QueryClient } from '@tanstack/react-query';
import { applyStanding, type Standing } from './apply-standing.ts';
import { auctionQuery } from './auction-query.ts';
import { type ChangeNotice, noticeOf } from './change-notice.ts';
import { AUCTION_LISTS } from './list-key.ts';
import { type AuctionPages, changeCard } from './list-query.ts';
import { rememberStanding } from './newest-standings.ts';

/** What a message made of the auction on its page. */
export interface StandingChange {
  before: Standing;
  notice: ChangeNotice;
}

/**
 * Takes a message to wherever its auction is kept, its page and the lists alike (LIVE-2). Returns what it
 * changed on the page; null when that knew it already.
 */
export function applyMessage(client: QueryClient, message: LiveMessage): StandingChange | null {
  rememberStanding(client, message);
  client.setQueriesData<AuctionPages>({ queryKey: AUCTION_LISTS }, (pages) =>
    changeCard(pages, message.auction_id, (card) => applyStanding(card, message)),
  );
  const { queryKey } = auctionQuery(message.auction_id);
  const before = client.getQueryData(queryKey);
  if (before === undefined) return null;
  const after = applyStanding(before, message);
  if (after === before) return null;
  client.setQueryData(queryKey, after);
  return { before, notice: noticeOf(before, after) };
}
