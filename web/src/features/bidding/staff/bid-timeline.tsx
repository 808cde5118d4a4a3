import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Bid } from '@restvarde/contract/bids/bids';
import { formatKronor } from '@restvarde/contract/money';
import { canBeChosen } from '@restvarde/contract/sale/offerable';
import { useInfiniteQuery } from '@tanstack/react-query';
import { HandCoins, Trash2, Trophy } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Money } from '../../../ui/display/money.tsx';
import { StatusBadge } from '../../../ui/display/status-badge.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { formatDate, formatSeconds } from '../../../ui/format/dates.ts';
import { type MenuChoice, ThreeDotMenu } from '../../../ui/menu/menu.tsx';
import { offerTerms } from '../../sales/offer-terms.ts';
import { bidderOf, bidsQuery } from '../bids-query.ts';
import styles from './bid-timeline.module.css';

const DIALOGS = {
  choose: lazy(() => import('./winner-dialog.tsx')),
  offer: lazy(() => import('./offer-dialog.tsx')),
  remove: lazy(() => import('./remove-bid-dialog.tsx')),
};

type Act = keyof typeof DIALOGS;

/** All bids of an auction, newest first, with their actions (AUC-4, AUC-8, AUC-9). */
export function BidTimeline({ auction }: { auction: Auction }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching, isFetchingNextPage } =
    useInfiniteQuery(bidsQuery(auction.id));
  const [chosen, setChosen] = useState<{ bid: Bid; act: Act } | null>(null);
  const Dialog = chosen && DIALOGS[chosen.act];
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
              onAct={(act) => setChosen({ bid, act })}
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
        {Dialog && <Dialog auction={auction} bid={chosen.bid} onClose={() => setChosen(null)} />}
      </Suspense>
    </Card>
  );
}

interface BidRowProps {
  bid: Bid;
  auction: Auction;
  onAct: (act: Act) => void;
}

/** One bid of the timeline (AUC-4). */
function BidRow(props: BidRowProps) {
  const { bid, auction } = props;
  const choices = choicesFor(props);
  return (
    <li className={`${styles.row} ${bid.is_winning_bid ? styles.winner : ''}`}>
      <div className={`stack ${styles.who}`}>
        <p className={styles.sum}>
          <Money amount={bid.bid} size="md" />
          {bid.is_winning_bid && <StatusBadge status="won">Vinnare</StatusBadge>}
          {bid.automatic && <StatusBadge status="active">Autobud</StatusBadge>}
          {bid.is_offer && <StatusBadge status="leading">Antaget erbjudande</StatusBadge>}
          {!bid.is_winning_bid && bid.bid === auction.highest_bid && (
            <StatusBadge status="leading">Högsta bud</StatusBadge>
          )}
        </p>
        <p className={bid.service_station_name === null ? styles.removed : undefined}>
          {bidderOf(bid)}
        </p>
        <p className="quiet tabular">
          <time
            dateTime={bid.created_at}
          >{`${formatDate(bid.created_at)} ${formatSeconds(bid.created_at)}`}</time>
        </p>
      </div>
      {choices.length > 0 && (
        <ThreeDotMenu
          label={`Fler val för bud ${formatKronor(bid.bid)} från ${bidderOf(bid)}`}
          choices={choices}
        />
      )}
    </li>
  );
}

/**
 * AUC-8: a winner is chosen after the end, while bids bind. AUC-9: a bid is removed while the auction is active.
 * OFFER-7: an offer is made if nobody has won.
 */
function choicesFor({ bid, auction, onAct }: BidRowProps): MenuChoice[] {
  if (!auction.can_edit) return [];
  if (auction.is_active) {
    const icon = <Trash2 size={20} />;
    return [
      { id: 'remove', label: 'Ta bort bud', icon, isDanger: true, onAction: () => onAct('remove') },
    ];
  }
  // A bid without a station has nobody to notify (AUC-10).
  if (bid.is_winning_bid || bid.is_offer || bid.service_station_name === null) return [];
  if (auction.relisted_as !== null) return [];
  const [newest] = auction.offers ?? [];
  const isBought = newest?.state === 'accepted' && auction.has_notified_winner;
  const choose: MenuChoice = {
    id: 'choose',
    label: 'Välj vinnare',
    icon: <Trophy size={20} />,
    onAction: () => onAct('choose'),
  };
  const offer: MenuChoice = {
    id: 'offer',
    label: 'Erbjud ett pris',
    icon: <HandCoins size={20} />,
    onAction: () => onAct('offer'),
  };
  const canOffer =
    auction.winning_bid === null &&
    newest?.state !== 'open' &&
    !canBeChosen(offerTerms(auction).sale, bid.bid);
  const isUnsold = auction.sale_status === 'unsold';
  return [...(isUnsold || isBought ? [] : [choose]), ...(canOffer ? [offer] : [])];
}
