import { type Auction, notifyWinner } from '@restvarde/contract/auctions/auction';
import { SENTENCE } from '@restvarde/contract/errors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../base/api/api-error.ts';
import { call } from '../../../base/api/call.ts';
import { auctionQuery } from '../../auctions/auction-query.ts';

/** Shown when the winner has been notified (AUC-10). */
export const NOTIFIED = 'Vinnare av auktionen blir meddelad inom kort.';

/** The server's reason for a refusal. Other failures can be retried (AUC-10). */
export function whyNotNotified(error: Error): string {
  const isRefused = error instanceof ApiError && error.status === 400;
  return isRefused ? error.message : SENTENCE.tryAgain;
}

/** Notifies the winner. `failure` is an error message. */
export function useNotifyWinner(id: number, onDone: (auction: Auction) => void) {
  const client = useQueryClient();
  const { error, ...mutation } = useMutation({
    mutationFn: () => call(notifyWinner, { params: { id } }),
    onSuccess(auction) {
      client.setQueryData(auctionQuery(id).queryKey, auction);
      void client.invalidateQueries({ queryKey: auctionQuery(id).queryKey });
      onDone(auction);
    },
  });
  return { ...mutation, failure: error && whyNotNotified(error) };
}
