import type { Auction } from '@restvarde/contract/auctions/auction';
import { BID_SENTENCE } from '@restvarde/contract/bids/bid-rules';
import { placeBid } from '@restvarde/contract/bids/bids';
import { SENTENCE } from '@restvarde/contract/errors';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { ApiError } from '../../../base/api/api-error.ts';
import { call } from '../../../base/api/call.ts';
import { applyMessage } from '../../auctions/apply-message.ts';
import { auctionQuery } from '../../auctions/auction-query.ts';
import { meQuery } from '../../users/queries.ts';
import { FIRST_STATE, nextBidState } from './bid-steps.ts';
import { toMessage } from './placed-message.ts';
import { LostBid, sendBid } from './send-bid.ts';

/** Bidding on an auction, from typing to the server's answer (BID-1, BID-8, BID-9). */
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
    const { minimum_allowed_bid: minimum } = auction;
    const key = crypto.randomUUID();
    dispatch({
      type: 'review',
      minimum,
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
      const placed = await sendBid(
        () =>
          call(placeBid, {
            params: { id: auction.id },
            // The user has accepted them with this bid or before; otherwise the form asks first.
            body: { bid: step.amount, has_accepted_terms: true },
            idempotency_key: step.key,
            signal,
          }),
        { onUncertain: () => dispatch({ type: 'uncertain' }), wait: (ms) => pause(ms, signal) },
      );
      if (accepts_terms) setAccepted(true);
      applyMessage(client, toMessage(auction.id, placed));
      dispatch({ type: 'placed', placed });
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
    void client.invalidateQueries({ queryKey: auctionQuery(auction.id).queryKey, exact: true });
  }

  function setAccepted(has_accepted_terms: boolean) {
    client.setQueryData(meQuery.queryKey, (me) => me && { ...me, has_accepted_terms });
  }

  return { state, dispatch, review, confirm: () => void confirm() };
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
