import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Bid } from '@restvarde/contract/bids/bids';
import { formatKronor } from '@restvarde/contract/money';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { preloadWhenIdle } from '../../../ui/later.ts';
import { reserveGap } from '../../auctions/reserve-words.ts';
import styles from '../../sales/bid-panel.module.css';
import { bidsQuery } from '../bids-query.ts';

const loadDialog = () => import('./winner-dialog.tsx');
const WinnerDialog = lazy(loadDialog);

/** Makes the highest bid the winner, with its amount and its distance from the reserve (AUC-18). */
export function ChooseWinner(props: { auction: Auction; onChosen: () => void }) {
  const { auction, onChosen } = props;
  const { data, isPending } = useInfiniteQuery(bidsQuery(auction.id));
  const [isAsking, setAsking] = useState(false);
  const gapId = useId();
  const bids = data?.pages.flatMap((page) => page.results) ?? [];
  const highest = bids.findLast((bid) => bid.bid === auction.highest_bid);
  return (
    <>
      {isPending && <Skeleton height="4.5rem" radius="var(--radius)" />}
      {highest !== undefined && canWin(highest) && (
        <div className={styles.choose}>
          <Button
            variant="primary"
            icon={<Trophy aria-hidden="true" size={20} />}
            onHoverStart={() => preloadWhenIdle(loadDialog)}
            onPress={() => setAsking(true)}
            aria-describedby={gapId}
            isWide
          >{`Välj ${highest.service_station_name}, ${formatKronor(highest.bid)}`}</Button>
          <p id={gapId}>{reserveGap(highest.bid, auction.reservation_price)}</p>
        </div>
      )}
      {isAsking && highest !== undefined && (
        <Suspense fallback={null}>
          <WinnerDialog
            auction={auction}
            bid={highest}
            onDone={onChosen}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** A deleted workshop cannot win (AUC-8). */
const canWin = (bid: Bid) => bid.service_station_name !== null;
