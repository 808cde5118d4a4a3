import type { Auction } from '@restvarde/contract/auctions/auction';
import { formatKronor } from '@restvarde/contract/money';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { paths } from '../../../base/urls/paths.ts';
import { useTick } from '../../../ui/clock/ticker.ts';
import { ValueList } from '../../../ui/display/value-list.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { reservePrice } from '../../auctions/reserve-words.ts';
import styles from '../../sales/bid-panel.module.css';
import { canBeRelisted } from '../../sales/relist/can-be-relisted.ts';
import { RelistChoices } from '../../sales/relist/relist-choices.tsx';
import { RelistedNotice } from '../../sales/relist/relisted-notice.tsx';
import { relistsItself } from '../../sales/relist/relists-itself.ts';
import { EndLine } from '../end-line.tsx';
import { HighestBid } from '../highest-bid.tsx';
import type { LiveUpdate } from '../use-auction-live.ts';
import { BidTimeline } from './bid-timeline.tsx';
import { Decision } from './decision.tsx';
import { isClosed } from './is-closed.ts';
import { NotifyWinner } from './notify-winner.tsx';

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
