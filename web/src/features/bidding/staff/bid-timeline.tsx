import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Bid } from '@restvarde/contract/bids/bids';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { bidsQuery } from '../bids-query.ts';
import { BidRow } from './bid-row.tsx';
import styles from './bid-timeline.module.css';

const WinnerDialog = lazy(() => import('./winner-dialog.tsx'));
const OfferDialog = lazy(() => import('./offer-dialog.tsx'));
const RemoveBidDialog = lazy(() => import('./remove-bid-dialog.tsx'));

/** All bids of an auction, newest first, with their actions (AUC-4, AUC-8, AUC-9). */
export function BidTimeline({ auction }: { auction: Auction }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching, isFetchingNextPage } =
    useInfiniteQuery(bidsQuery(auction.id));
  const [chosen, setChosen] = useState<Bid | null>(null);
  const [offered, setOffered] = useState<Bid | null>(null);
  const [removed, setRemoved] = useState<Bid | null>(null);
  const bids = data?.pages.flatMap((page) => page.results);

  return (
    <Card title="Budhistorik">
      {bids === undefined && error !== null ? (
        <ErrorState
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : bids === undefined ? (
        <div aria-busy="true" className={styles.list}>
          <Skeleton height="3.5rem" />
          <Skeleton height="3.5rem" />
          <Skeleton height="3.5rem" />
        </div>
      ) : bids.length === 0 ? (
        <p className={styles.nothing}>Inga bud</p>
      ) : (
        <ol className={styles.list}>
          {bids.map((bid) => (
            <BidRow
              key={bid.id}
              bid={bid}
              auction={auction}
              onChoose={() => setChosen(bid)}
              onOffer={() => setOffered(bid)}
              onRemove={() => setRemoved(bid)}
            />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button onPress={() => void fetchNextPage()} isPending={isFetchingNextPage} isWide>
          Visa fler
        </Button>
      )}
      <Suspense fallback={null}>
        {chosen !== null && (
          <WinnerDialog auction={auction} bid={chosen} onClose={() => setChosen(null)} />
        )}
        {offered !== null && (
          <OfferDialog auction={auction} bid={offered} onClose={() => setOffered(null)} />
        )}
        {removed !== null && (
          <RemoveBidDialog auction={auction} bid={removed} onClose={() => setRemoved(null)} />
        )}
      </Suspense>
    </Card>
  );
}
