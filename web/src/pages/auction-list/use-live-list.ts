import { type AuctionCard, getAuction } from '@restvarde/contract/auctions/auction';
import { LIVE_PATH, type LiveMessage } from '@restvarde/contract/live';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../base/api/api-error.ts';
import { call } from '../../base/api/call.ts';
import { useLive } from '../../base/live/use-live.ts';
import { applyStanding } from '../../features/auctions/apply-standing.ts';
import { AUCTION_LISTS } from '../../features/auctions/list-key.ts';
import {
  type AuctionListKind,
  type AuctionPages,
  changeCard,
} from '../../features/auctions/list-query.ts';
import { rememberStanding } from '../../features/auctions/newest-standings.ts';

/** Keeps every list that has been fetched as new as the socket says; the won list has none (LIST-7). */
export function useLiveList(kind: AuctionListKind): void {
  const client = useQueryClient();
  useLive(kind === 'won' ? null : LIVE_PATH.auctions, {
    onMessage: (message) => hear(client, message),
    onReady: () => void client.invalidateQueries({ queryKey: AUCTION_LISTS }),
  });
}

function hear(client: QueryClient, message: LiveMessage) {
  rememberStanding(client, message);
  changeEverywhere(client, message.auction_id, (card) => {
    const next = applyStanding(card, message);
    return message.closed && !next.has_started ? { ...next, has_started: true } : next;
  });
  if (message.closed || message.facts_changed) void refetchCard(client, message.auction_id);
}

/** Changes a card wherever it is shown. */
export function changeEverywhere(
  client: QueryClient,
  id: number,
  change: (card: AuctionCard) => AuctionCard,
): void {
  client.setQueriesData<AuctionPages>({ queryKey: AUCTION_LISTS }, (pages) =>
    changeCard(pages, id, change),
  );
}

/** Of what ended there may be a winner to tell of, and what was rewritten is read anew. Somebody who may not see it any more keeps what was shown. */
async function refetchCard(client: QueryClient, id: number) {
  let isShown = false;
  changeEverywhere(client, id, (card) => {
    isShown = true;
    return card;
  });
  if (!isShown) return;
  try {
    const auction = await call(getAuction, { params: { id } });
    changeEverywhere(client, id, (card) =>
      card.standing_at > auction.standing_at ? card : { ...card, ...cardOf(card, auction) },
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.error('A card could not be fetched again', id, error.message);
  }
}

/** The part of an auction that a card has. */
function cardOf(card: AuctionCard, auction: AuctionCard): Partial<AuctionCard> {
  return Object.fromEntries(Object.entries(auction).filter(([name]) => name in card));
}
