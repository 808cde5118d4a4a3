import { type Auction, notifyWinner } from '@restvarde/contract/auctions/auction';
import { SENTENCE } from '@restvarde/contract/errors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../base/api/api-error.ts';
import { call } from '../../../base/api/call.ts';
import { auctionQuery } from '../../auctions/auction-query.ts';

/** Said when the winner is told (AUC-10). */
export const NOTIFIED = 'Vinnare av auktionen blir meddelad inom kort.';

/** What was refused says why; any other failure is worth another try (AUC-10). */
export function whyNotNotified(error: Error): string {
  const isRefused = error instanceof ApiError && error.status === 400;
  return isRefused ? error.message : SENTENCE.tryAgain;
}

/** Tells the winner; `failure` says in words why it could not be done. */
export function useNotifyWinner(id: number, onDone: (auction: Auction) => void) {
  const client = useQueryClient();
  const { error, ...mutation } = useMutation({
    mutationFn: () => call(notifyWinner, { params: { id } }),
    onSuccess(told) {
      client.setQueryData(auctionQuery(id).queryKey, told);
      void client.invalidateQueries({ queryKey: auctionQuery(id).queryKey });
      onDone(told);
    },
  });
  return { ...mutation, failure: error && whyNotNotified(error) };
}
