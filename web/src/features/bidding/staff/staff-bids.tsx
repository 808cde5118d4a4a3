import type { Auction } from '@restvarde/contract/auctions/auction';
import { formatKronor } from '@restvarde/contract/money';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { paths } from '../../../base/urls/paths.ts';
import { Button } from '../../../ui/button/button.tsx';
import { buttonClass } from '../../../ui/button/button-class.ts';
import { useTick } from '../../../ui/clock/ticker.ts';
import { ValueList } from '../../../ui/display/value-list.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { reservePrice } from '../../auctions/reserve-words.ts';
import styles from '../../sales/bid-panel.module.css';
import { canBeRelisted, relistsItself } from '../../sales/relist/relist-rules.ts';
import { RelistedNotice } from '../../sales/relist/relisted-notice.tsx';
import { bidsQuery } from '../bids-query.ts';
import { EndLine } from '../end-line.tsx';
import { HighestBid } from '../highest-bid.tsx';
import type { LiveUpdate } from '../use-auction-live.ts';
import { BidTimeline } from './bid-timeline.tsx';
import { Decision } from './decision.tsx';
import { isClosed } from './is-closed.ts';
import { NOTIFIED, useNotifyWinner } from './use-notify-winner.ts';

const StaffCollection = lazy(() => import('../../sales/collection/staff-collection.tsx'));

/** The bids for case managers and above: amount, reserve, end and timeline (AUC-4). */
export default function StaffBids({ auction, update }: { auction: Auction; update: LiveUpdate }) {
  const [hasChosen, setChosen] = useState(false);
  const isSettled = useTick((now) => isClosed(auction, now));
  const isUnsold = isSettled && canBeRelisted(auction);
  return (
    <>
      <section className={styles.panel} aria-labelledby="staff-bids">
        <h2 id="staff-bids" className="visually-hidden">
          Budläge
        </h2>
        <HighestBid auction={auction} flash={update.flash} />
        <EndLine auction={auction} extended_to={update.extended_to} />
        <ValueList
          rows={[
            // With hidden bids each workshop has its own minimum (BID-3).
            [
              'Lägsta nästa bud',
              auction.is_active && !auction.hidden_bids
                ? formatKronor(auction.minimum_allowed_bid)
                : null,
            ],
            ['Utropspris', auction.highest_bid === null ? null : formatKronor(auction.start_bid)],
            ['Reservationspris', reservePrice(auction)],
            [
              'Vinnande bud',
              auction.winning_bid === null ? null : formatKronor(auction.winning_bid),
            ],
            [
              'Om den inte säljs',
              auction.is_active && relistsItself(auction)
                ? 'Läggs upp på nytt för demontering'
                : null,
            ],
            [
              'Upplagd på nytt från',
              auction.relisted_from && (
                <Link to={paths.auction(auction.relisted_from.id)}>
                  {auction.relisted_from.number}
                </Link>
              ),
            ],
          ]}
        />
        {auction.relisted_as !== null && <RelistedNotice successor={auction.relisted_as} />}
        {isUnsold && (
          <>
            {auction.highest_bid !== null && (
              <Decision auction={auction} onChosen={() => setChosen(true)} />
            )}
            <RelistChoices auction={auction} />
          </>
        )}
        {auction.can_edit && auction.winning_bid !== null && (
          <NotifyWinner key={auction.winning_bid_id} auction={auction} takesFocus={hasChosen} />
        )}
      </section>
      {auction.collection !== null && (
        // The bids below it stay out of view.
        <Suspense fallback={<Skeleton height="40rem" radius="var(--radius-lg)" />}>
          <StaffCollection auction={auction} collection={auction.collection} />
        </Suspense>
      )}
      <BidTimeline auction={auction} />
    </>
  );
}

const NotifyDialog = lazy(() => import('./notify-dialog.tsx'));

/**
 * Notifies the winner, once, on request; for users who may edit an auction with a winner (AUC-10). Set `takesFocus`
 * if it replaces the button that chose the winner.
 */
function NotifyWinner(props: { auction: Auction; takesFocus: boolean }) {
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
        icon={<Mail size={20} />}
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

const RelistDialog = lazy(() => import('../../sales/relist/relist-dialog.tsx'));

/** Lists the object of an ended auction again, with changes or unchanged (RELIST-1). */
function RelistChoices({ auction }: { auction: Auction }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={styles.buttons}>
      <Link to={paths.relistAuction(auction.id)} className={buttonClass({ isWide: true })}>
        Lägg upp på nytt
      </Link>
      <Button variant="quiet" onPress={() => setAsking(true)} isWide>
        Lägg upp på nytt utan ändringar
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <RelistDialog auction={auction} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}
