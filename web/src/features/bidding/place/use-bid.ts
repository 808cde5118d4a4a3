import type { Auction } from '@restvarde/contract/auctions/auction';
import { BID_SENTENCE } from '@restvarde/contract/bids/bid-rules';
import { placeBid } from '@restvarde/contract/bids/bids';
import { setMaxBid } from '@restvarde/contract/bids/max-bids';
import { SENTENCE } from '@restvarde/contract/errors';
import type { LiveMessage } from '@restvarde/contract/live';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { ApiError } from '../../../base/api/api-error.ts';
import { call } from '../../../base/api/call.ts';
import { applyMessage } from '../../auctions/apply-message.ts';
import { auctionQuery } from '../../auctions/auction-query.ts';
import { meQuery } from '../../users/queries.ts';
import { FIRST_STATE, nextBidState, type Placed } from './bid-steps.ts';
import { needsOf } from './read-bid.ts';
import { LostBid, sendBid } from './send-bid.ts';

export type Bid = ReturnType<typeof useBid>;

/** Bidding on an auction, from typing to the server's answer (BID-1, BID-8, BID-9, AUTO-13). */
export function useBid(auction: Auction, needs_terms: boolean) {
  const client = useQueryClient();
  const [state, dispatch] = useReducer(nextBidState, FIRST_STATE);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const left = new AbortController();
    leaving.current = left;
    return () => left.abort();
  }, []);

  useEffect(() => {
    if (!auction.is_active) dispatch({ type: 'end' });
  }, [auction.is_active]);

  /** Every review gets a new key: a confirmed bid is one bid, however often it is sent. */
  function review(amount?: number) {
    const key = crypto.randomUUID();
    dispatch({
      type: 'review',
      needs: needsOf(auction, state.is_max),
      needs_terms,
      key,
      ...(amount !== undefined && { amount }),
    });
    // The bid will accept the current version of the terms, which may be newer than the page.
    if (!needs_terms) void client.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });
  }

  async function confirm() {
    const { step, accepts_terms } = state;
    if (step.name !== 'reviewing' && step.name !== 'lost') return;
    if (step.name === 'reviewing' && needs_terms && !accepts_terms) return refuseTerms();
    dispatch({ type: 'send' });
    const { signal } = leaving.current;
    try {
      const placed = await sendBid(() => send(auction.id, step, signal), {
        onUncertain: () => dispatch({ type: 'uncertain' }),
        wait: (ms) => pause(ms, signal),
      });
      if (accepts_terms) setAccepted(true);
      applyMessage(client, toMessage(auction.id, placed));
      dispatch({ type: 'placed', placed });
      // A bid may have ended a maximum (AUTO-5).
      if (auction.my_max_bid !== null && !step.is_max) refetch();
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof LostBid) dispatch({ type: 'lost' });
      else refuse(error);
    }
  }

  function refuseTerms() {
    dispatch({ type: 'refused', messages: [BID_SENTENCE.terms], terms: BID_SENTENCE.terms });
  }

  function refuse(error: unknown) {
    const refused = error instanceof ApiError ? error : null;
    const terms = refused?.fields.has_accepted_terms?.[0];
    // A new version of the conditions must be accepted again (BID-2).
    if (terms !== undefined) setAccepted(false);
    dispatch({ type: 'refused', messages: refused?.messages ?? [SENTENCE.generic], terms });
    refetch();
  }

  function refetch() {
    void client.invalidateQueries({ queryKey: auctionQuery(auction.id).queryKey, exact: true });
  }

  function setAccepted(has_accepted_terms: boolean) {
    client.setQueryData(meQuery.queryKey, (me) => me && { ...me, has_accepted_terms });
  }

  return { state, dispatch, review, confirm: () => void confirm() };
}

/** Makes one attempt. The user has accepted the terms with this bid or before; otherwise the form asks first. */
async function send(
  id: number,
  { amount, is_max, key }: { amount: number; is_max: boolean; key: string },
  signal: AbortSignal,
): Promise<Placed> {
  const options = { params: { id }, idempotency_key: key, signal };
  if (!is_max)
    return call(placeBid, { ...options, body: { bid: amount, has_accepted_terms: true } });
  const reply = await call(setMaxBid, {
    ...options,
    body: { max_bid: amount, has_accepted_terms: true },
  });
  const { max_bid, state, placed, ...standing } = reply;
  return { ...standing, bid: placed ?? reply.my_bid, max: { max_bid, state, placed } };
}

/** Waits for `ms`, or until the network is back. Rejects if the panel is unmounted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = new AbortController();
    const endBy = (act: () => void) => () => {
      done.abort();
      clearTimeout(timer);
      act();
    };
    const timer = setTimeout(endBy(resolve), ms);
    window.addEventListener('online', endBy(resolve), { signal: done.signal });
    signal.addEventListener(
      'abort',
      endBy(() => reject(signal.reason)),
      { signal: done.signal },
    );
  });
}

/** Converts the answer to a bid into a live message: both contain the whole standing (LIVE-2). */
function toMessage(auction_id: number, placed: Placed): LiveMessage {
  return {
    auction_id,
    // Sealed: a station gets its own bid (LIVE-3).
    bid: placed.highest_bid ?? placed.my_bid,
    min_bid: placed.minimum_allowed_bid,
    end_dt: placed.end_dt,
    at: placed.standing_at,
    bid_count: placed.bid_count,
    my_bid: placed.my_bid,
    ...(placed.max && { my_max_bid: placed.max.max_bid, my_max_state: placed.max.state }),
    closed: false,
  };
}
