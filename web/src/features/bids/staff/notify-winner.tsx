import { type Auction, notifyWinner } from '@restvarde/contract/auctions/auction';
import { SENTENCE } from '@restvarde/contract/errors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../base/api/api-error.ts';
import { call } from '../../../base/api/call.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { auctionQuery } from '../../auctions/auction-query.ts';

const NotifyDialog = lazy(() => import('./notify-dialog.tsx'));

const DONE = 'Vinnare av auktionen blir meddelad inom kort.';

/** What was refused says why; any other failure is worth another try. */
function whyNot(error: Error): string {
  const isRefused = error instanceof ApiError && error.status === 400;
  return isRefused ? error.message : SENTENCE.tryAgain;
}

/** Tells the winner, once, when asked by name; for those who may edit an auction that has one (AUC-10). */
export function NotifyWinner({ auction }: { auction: Auction }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(notifyWinner, { params: { id: auction.id } }),
    onSuccess(answer) {
      setAsking(false);
      client.setQueryData(auctionQuery(auction.id).queryKey, answer);
      void client.invalidateQueries({ queryKey: auctionQuery(auction.id).queryKey });
    },
  });
  const done = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button, which had the focus, is gone.
    if (isSuccess) done.current?.focus();
  }, [isSuccess]);

  if (auction.has_notified_winner) {
    return (
      <Notice ref={done} tone="success" isStatus>
        {isSuccess ? DONE : 'Vinnaren är meddelad.'}
      </Notice>
    );
  }
  return (
    <>
      <Button
        variant="primary"
        icon={<Mail aria-hidden="true" size={20} />}
        onPress={() => setAsking(true)}
        isWide
      >
        Meddela vinnare
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <NotifyDialog
            auction={auction}
            isPending={isPending}
            error={error && whyNot(error)}
            onConfirm={() => mutate()}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
