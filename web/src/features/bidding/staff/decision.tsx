import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Bid } from '@restvarde/contract/bids/bids';
import { formatKronor } from '@restvarde/contract/money';
import { canBeChosen } from '@restvarde/contract/sale/offerable';
import type { Offer } from '@restvarde/contract/sale/sale';
import { withdrawOffer } from '@restvarde/contract/sale-calls/sales';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { HandCoins, Trophy, Undo2 } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { call } from '../../../base/api/call.ts';
import { Button } from '../../../ui/button/button.tsx';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { Failure, Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showSuccess } from '../../../ui/feedback/toast.ts';
import { formatWhen } from '../../../ui/format/dates.ts';
import { preloadWhenIdle } from '../../../ui/later.ts';
import { auctionQuery } from '../../auctions/auction-query.ts';
import { reserveGap } from '../../auctions/reserve-words.ts';
import styles from '../../sales/bid-panel.module.css';
import { offerTerms } from '../../sales/offer-terms.ts';
import { bidsQuery } from '../bids-query.ts';

const OfferDialog = lazy(() => import('./offer-dialog.tsx'));
const DeclineDialog = lazy(() => import('./decline-dialog.tsx'));

/** The seller's decision after an auction that ended with bids but without a winner (OFFER-3, OFFER-5, OFFER-7). */
export function Decision(props: { auction: Auction; onChosen: () => void }) {
  const { auction, onChosen } = props;
  const [openDialog, setOpenDialog] = useState<'offer' | 'decline' | null>(null);
  const { data, isPending } = useInfiniteQuery(bidsQuery(auction.id));
  const is_released = auction.sale_status === 'unsold';
  const [newest] = auction.offers ?? [];
  const open = newest?.state === 'open' ? newest : undefined;
  const highest = data?.pages
    .flatMap((page) => page.results)
    .findLast((bid) => bid.bid === auction.highest_bid);
  const canOffer =
    open === undefined &&
    auction.highest_bid !== null &&
    !canBeChosen(offerTerms(auction).sale, auction.highest_bid);
  // Released bids have no menu while an offer is open.
  const isOfferedAfterRelease = is_released && open !== undefined;
  const hasOthers = (auction.bid_count ?? 0) > 1 && !isOfferedAfterRelease;
  const bidder = highest?.service_station_name ?? null;
  return (
    <>
      {!isOfferedAfterRelease && (
        <Notice tone={is_released ? 'info' : 'warn'}>{bindingSentence(auction)}</Notice>
      )}
      {newest !== undefined && newest.state !== 'open' && (
        <Notice tone="info">{offerSentence(newest)}</Notice>
      )}
      {open !== undefined && <OpenOffer auction={auction} offer={open} />}
      {!is_released && open === undefined && (
        <ChooseWinner {...{ auction, highest, isPending, onChosen }} />
      )}
      {canOffer && isPending && <Skeleton height="var(--control)" radius="var(--radius)" />}
      {canOffer && bidder !== null && (
        <Button
          icon={<HandCoins size={20} />}
          onPress={() => setOpenDialog('offer')}
          isWide
        >{`Erbjud ${bidder} ett pris`}</Button>
      )}
      {!is_released && (
        <Button onPress={() => setOpenDialog('decline')} isWide>
          Avsluta utan försäljning
        </Button>
      )}
      {hasOthers && (
        <p className="quiet">
          {`Vill du ${is_released ? 'erbjuda någon annan ett pris' : 'välja någon annan'}? Öppna menyn vid budet i budhistoriken.`}
        </p>
      )}
      <Suspense fallback={null}>
        {openDialog === 'offer' && highest !== undefined && (
          <OfferDialog auction={auction} bid={highest} onClose={() => setOpenDialog(null)} />
        )}
        {openDialog === 'decline' && (
          <DeclineDialog auction={auction} onClose={() => setOpenDialog(null)} />
        )}
      </Suspense>
    </>
  );
}

/** How long the bids bind (OFFER-3). */
function bindingSentence({ sale_status, decision_due_at }: Auction): string {
  if (sale_status === 'unsold') {
    return 'Ej såld. Buden är inte längre bindande, men du kan ge ett erbjudande.';
  }
  return decision_due_at === null
    ? 'Ingen vinnare är vald.'
    : `Ingen vinnare är vald. Buden är bindande till ${formatWhen(decision_due_at, serverClock.now())}. Därefter är ingen bunden av sitt bud.`;
}

function offerSentence(offer: Offer): string {
  const whom = offer.service_station_name ?? 'Borttagen verkstad';
  const amount = formatKronor(offer.amount);
  return {
    open: `${whom} har ett erbjudande på ${amount}.`,
    accepted: `${whom} antog erbjudandet på ${amount}.`,
    declined: `${whom} avböjde erbjudandet på ${amount}.`,
    expired: `${whom} svarade inte på erbjudandet på ${amount}.`,
    withdrawn: `Erbjudandet på ${amount} till ${whom} har dragits tillbaka.`,
  }[offer.state];
}

function OpenOffer({ auction, offer }: { auction: Auction; offer: Offer }) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(withdrawOffer, { params: { id: auction.id, offerId: offer.id } }),
    onSuccess: () => showSuccess('Erbjudandet har dragits tillbaka.'),
    onSettled: () => void client.invalidateQueries({ queryKey: auctionQuery(auction.id).queryKey }),
  });
  return (
    <>
      <Notice tone="info">{`${offerSentence(offer)} Det gäller till ${formatWhen(offer.expires_at, serverClock.now())}.`}</Notice>
      <Failure message={error?.message} />
      <Button
        icon={<Undo2 size={20} />}
        onPress={() => mutate()}
        isPending={isPending}
        pendingLabel="Drar tillbaka …"
        isWide
      >
        Dra tillbaka erbjudandet
      </Button>
    </>
  );
}

const loadDialog = () => import('./winner-dialog.tsx');
const WinnerDialog = lazy(loadDialog);

/** Makes the highest bid the winner, with its amount and its distance from the reserve (AUC-18). */
function ChooseWinner(props: {
  auction: Auction;
  highest: Bid | undefined;
  isPending: boolean;
  onChosen: () => void;
}) {
  const { auction, highest, isPending, onChosen } = props;
  const [isAsking, setAsking] = useState(false);
  const gapId = useId();
  return (
    <>
      {isPending && <Skeleton height="4.5rem" radius="var(--radius)" />}
      {/* A deleted workshop cannot win (AUC-8). */}
      {highest !== undefined && highest.service_station_name !== null && (
        <div className={styles.choose}>
          <Button
            variant="primary"
            icon={<Trophy size={20} />}
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
