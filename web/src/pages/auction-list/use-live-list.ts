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

/** Updates every fetched list by live messages; the list of won auctions has none (LIST-7). */
export function useLiveList(kind: AuctionListKind): void {
  const client = useQueryClient();
  useLive(kind === 'won' ? null : LIVE_PATH.auctions, {
    onMessage: (message) => handleMessage(client, message),
    onReady: () => void client.invalidateQueries({ queryKey: AUCTION_LISTS }),
  });
}

function handleMessage(client: QueryClient, message: LiveMessage) {
  rememberStanding(client, message);
  changeEverywhere(client, message.auction_id, (card) => {
    const next = applyStanding(card, message);
    return message.closed && !next.has_started ? { ...next, has_started: true } : next;
  });
  if (message.closed || message.facts_changed) void refetchCard(client, message.auction_id);
}

/** Changes a card in all lists. */
export function changeEverywhere(
  client: QueryClient,
  id: number,
  change: (card: AuctionCard) => AuctionCard,
): void {
  client.setQueriesData<AuctionPages>({ queryKey: AUCTION_LISTS }, (pages) =>
    changeCard(pages, id, change),
  );
}

/**
 * Refetches a card after a closed auction, which may have a winner, or an edit. If the viewer may no longer see it,
 * the old card stays.
 */
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

/** The auction's values for the fields of a card. */
function cardOf(card: AuctionCard, auction: AuctionCard): Partial<AuctionCard> {
  return Object.fromEntries(Object.entries(auction).filter(([name]) => name in card));
}
