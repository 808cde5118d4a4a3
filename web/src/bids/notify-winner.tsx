import { type Auction, notifyWinner } from '@restvarde/contract/auctions';
import { SENTENCE } from '@restvarde/contract/errors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { auctionQuery } from './auction-query.ts';

const NotifyDialog = lazy(() => import('./notify-dialog.tsx'));

const DONE = 'Vinnare av auktionen blir meddelad inom kort.';

/** Tells the winner, once, when asked by name; for those who may edit an auction that has one (AUC-10). */
export function NotifyWinner({ auction }: { auction: Auction }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, isSuccess, isError } = useMutation({
    mutationFn: () => call(notifyWinner, { params: { id: auction.id } }),
    onSuccess(told) {
      setAsking(false);
      client.setQueryData(auctionQuery(auction.id).queryKey, told);
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
            error={isError ? SENTENCE.tryAgain : null}
            onConfirm={() => mutate()}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
