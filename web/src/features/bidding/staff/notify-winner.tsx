import type { Auction } from '@restvarde/contract/auctions/auction';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { bidsQuery } from '../bids-query.ts';
import { NOTIFIED, useNotifyWinner } from './use-notify-winner.ts';

const NotifyDialog = lazy(() => import('./notify-dialog.tsx'));

/**
 * Notifies the winner, once, on request; for users who may edit an auction with a winner (AUC-10). Set `takesFocus`
 * if it replaces the button that chose the winner.
 */
export function NotifyWinner(props: { auction: Auction; takesFocus: boolean }) {
  const { auction, takesFocus } = props;
  const [isAsking, setAsking] = useState(false);
  const { data } = useInfiniteQuery(bidsQuery(auction.id));
  const { mutate, isPending, isSuccess, failure } = useNotifyWinner(auction.id, () =>
    setAsking(false),
  );
  const button = useRef<HTMLButtonElement>(null);
  const done = useRef<HTMLDivElement>(null);
  const isDone = auction.has_notified_winner;
  // Both effects replace focus that was on a button that is gone.
  useEffect(() => {
    if (takesFocus) (done.current ?? button.current)?.focus();
  }, [takesFocus]);
  useEffect(() => {
    // The answer and the auction may be rendered apart.
    if (isSuccess && isDone) done.current?.focus();
  }, [isSuccess, isDone]);

  if (isDone) {
    return (
      <Notice ref={done} tone="success">
        {isSuccess ? NOTIFIED : 'Vinnaren är meddelad.'}
      </Notice>
    );
  }
  return (
    <>
      <Button
        ref={button}
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
            winner={data?.pages
              .flatMap((page) => page.results)
              .find((bid) => bid.id === auction.winning_bid_id)}
            isPending={isPending}
            error={failure}
            onConfirm={() => mutate()}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
