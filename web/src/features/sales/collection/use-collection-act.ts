import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../base/api/api-error.ts';
import { useFaultFocus } from '../../../base/forms/fault-focus.ts';
import { showSuccess } from '../../../ui/feedback/toast.ts';
import { auctionQuery } from '../../auctions/auction-query.ts';
import { HANDOVERS } from '../handovers-query.ts';

/** Sends an action on a collection. `refused` has the server's field errors, `failure` any other error. */
export function useCollectionAct<Input = void>(
  auction: number,
  {
    act,
    done,
    onDone,
  }: { act: (input: Input) => Promise<unknown>; done: string; onDone: () => void },
) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: act,
    onSuccess() {
      showSuccess(done);
      onDone();
    },
    onSettled() {
      void client.invalidateQueries({ queryKey: auctionQuery(auction).queryKey });
      void client.invalidateQueries({ queryKey: HANDOVERS });
    },
  });
  useFaultFocus(error);
  const refused = error instanceof ApiError ? error.fields : {};
  const failure = error !== null && Object.keys(refused).length === 0 ? error.message : null;
  return { mutate: (input: Input) => mutate(input), isPending, refused, failure };
}
