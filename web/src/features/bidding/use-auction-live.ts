import type { Auction } from '@restvarde/contract/auctions/auction';
import { LIVE_PATH, type LiveMessage } from '@restvarde/contract/live';
import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useConnection } from '../../base/live/connection.ts';
import { useLive } from '../../base/live/use-live.ts';
import { announce } from '../../ui/announce.ts';
import { applyMessage } from '../auctions/apply-message.ts';
import { auctionQuery } from '../auctions/auction-query.ts';
import { noticeOf } from '../auctions/change-notice.ts';
import { bidsQuery } from './bids-query.ts';

/** Live changes: the number of bids since the page opened, at each of which it flashes, and the new end after a late bid. */
export interface LiveUpdate {
  flash: number;
  extended_to: string | null;
}

/** A burst of bids refetches the timeline once. */
const BATCH_MS = 400;

/**
 * Keeps an auction's page up to date: the standing at once, timeline and winner by refetching (LIVE-1, LIVE-2).
 * `outcomeOf` describes the result for the viewer, to be announced; '' for nothing.
 */
export function useAuctionLive(
  auction_id: number | null,
  outcomeOf: (auction: Auction) => string,
): LiveUpdate {
  const client = useQueryClient();
  // Re-renders on connection changes: the page's query polls while the socket is down.
  useConnection();
  const [update, setUpdate] = useState<LiveUpdate>({ flash: 0, extended_to: null });
  const hasNewFacts = useRef(false);
  const gathering = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(gathering.current), []);

  const onBid = useEffectEvent(() => gather());

  // Compare what the page shows: the same bid may arrive by a message, an answer and another socket.
  useEffect(() => {
    if (auction_id === null) return;
    const { queryKey } = auctionQuery(auction_id);
    const queryHash = hashKey(queryKey);
    const read = (): Auction | undefined => client.getQueryData(queryKey);
    let shown = read();
    // What the last announcement described; undefined if nothing has changed since. A burst of bids is announced as one change.
    let lastAnnounced: Auction | undefined;
    const sentence = () => {
      const before = lastAnnounced;
      lastAnnounced = undefined;
      if (before === undefined || shown === undefined) return null;
      const { sentence: change, is_closed } = noticeOf(before, shown);
      return is_closed ? `${change} ${outcomeOf(shown)}`.trim() : change;
    };
    return client.getQueryCache().subscribe(({ query }) => {
      if (query.queryHash !== queryHash) return;
      const before = shown;
      shown = read();
      if (before === undefined || shown === undefined || shown === before) return;
      const { is_bid, extended_to } = noticeOf(before, shown);
      lastAnnounced ??= before;
      announce(sentence, 'standing');
      if (is_bid) onBid();
      if (!is_bid && extended_to === null) return;
      setUpdate((last) => ({
        flash: last.flash + (is_bid ? 1 : 0),
        extended_to: extended_to ?? last.extended_to,
      }));
    });
  }, [client, auction_id, outcomeOf]);

  function gather() {
    gathering.current ??= setTimeout(refetchTimeline, BATCH_MS);
  }

  function onMessage(message: LiveMessage) {
    applyMessage(client, message);
    // The answer to an earlier request, with the old maximum, may still arrive.
    hasNewFacts.current ||= message.facts_changed === true || message.my_max_bid !== undefined;
    gather();
  }

  function refetchTimeline() {
    gathering.current = undefined;
    if (auction_id === null) return;
    const { queryKey } = auctionQuery(auction_id);
    const auction = client.getQueryData(queryKey);
    // Messages do not include the winner of a closed auction or a hidden reserve.
    const isPartial =
      hasNewFacts.current ||
      auction?.is_active === false ||
      (auction?.reserve_met != null && auction.reservation_price === null);
    hasNewFacts.current = false;
    if (isPartial) void client.invalidateQueries({ queryKey, exact: true });
    void client.invalidateQueries({ queryKey: bidsQuery(auction_id).queryKey });
  }

  function fetchAgain() {
    if (auction_id === null) return;
    void client.invalidateQueries({ queryKey: auctionQuery(auction_id).queryKey });
  }

  useLive(auction_id === null ? null : LIVE_PATH.auction.replace(':id', String(auction_id)), {
    onMessage,
    onReady: fetchAgain,
    // The refetch removes an auction that is no longer visible.
    onGone: fetchAgain,
  });
  return update;
}
