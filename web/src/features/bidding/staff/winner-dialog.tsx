import { type Auction, notifyWinner } from '@restvarde/contract/auctions/auction';
import type { Bid } from '@restvarde/contract/bids/bids';
import { formatKronor } from '@restvarde/contract/money';
import { selectWinner } from '@restvarde/contract/sale-calls/sales';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../base/api/api-error.ts';
import { call } from '../../../base/api/call.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showSuccess, showToast } from '../../../ui/feedback/toast.ts';
import { AlertDialog } from '../../../ui/modal/alert-dialog.tsx';
import { auctionQuery } from '../../auctions/auction-query.ts';
import { reserveGap } from '../../auctions/reserve-words.ts';
import { OfferWithdrawn } from '../../sales/offer-withdrawn.tsx';
import { bidderOf, bidsQuery } from '../bids-query.ts';
import { ReasonFields, useReason } from './reason-fields.tsx';
import { NOTIFIED, whyNotNotified } from './use-notify-winner.ts';

export interface WinnerDialogProps {
  auction: Pick<
    Auction,
    | 'id'
    | 'number'
    | 'manufacturer'
    | 'model'
    | 'highest_bid'
    | 'reservation_price'
    | 'winning_bid'
    | 'has_notified_winner'
  > &
    // Unknown in «Att göra», where no auction has an open offer (GEN-6).
    Partial<Pick<Auction, 'offers'>>;
  bid: Pick<Bid, 'id' | 'bid' | 'service_station_name'>;
  /** Called with the auction after the winner has been chosen, and notified if requested. */
  onDone?: (auction: Auction) => void;
  onClose: () => void;
}

/**
 * Asks before choosing a winning bid, and for a reason if it is not the highest (AUC-8). The winner may be notified
 * by the same press (AUC-10). If only the notification fails, the choice is kept.
 */
export default function WinnerDialog({ auction, bid, onDone, onClose }: WinnerDialogProps) {
  const client = useQueryClient();
  const reason = useReason();
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: async ({ notifies }: { notifies: boolean }) => {
      const chosen = await call(selectWinner, {
        params: { id: auction.id, bidId: bid.id },
        body: reason.body,
      });
      if (!notifies) return { chosen, failure: null };
      return call(notifyWinner, { params: { id: auction.id } }).then(
        (notified) => ({ chosen: notified, failure: null }),
        (failure: Error) => ({ chosen, failure }),
      );
    },
    onSuccess({ chosen, failure }, { notifies }) {
      client.setQueryData(auctionQuery(auction.id).queryKey, chosen);
      void client.invalidateQueries({ queryKey: bidsQuery(auction.id).queryKey });
      if (failure === null) {
        const suffix = notifies ? ` ${NOTIFIED}` : '';
        showSuccess(`Vinnaren har valts.${suffix}`);
      } else {
        const why = whyNotNotified(failure);
        showToast({ tone: 'danger', text: `Vinnaren har valts, men inte meddelats. ${why}` });
      }
      onDone?.(chosen);
      onClose();
    },
  });
  const reasonError = error instanceof ApiError ? error.fields.reason?.[0] : undefined;
  // Of equal sealed bids the earlier is the highest, which only the server knows.
  const needsReason = bid.bid !== auction.highest_bid || reasonError !== undefined;

  function confirm(notifies: boolean) {
    if (needsReason && !reason.check()) return false;
    mutate({ notifies });
    return true;
  }

  return (
    <AlertDialog
      title="Välj vinnare"
      onOpenChange={onClose}
      confirmLabel="Välj vinnare"
      onConfirm={() => confirm(false)}
      isPending={isPending && variables.notifies === false}
      pendingLabel="Väljer …"
      further={{
        label: 'Välj och meddela',
        onConfirm: () => confirm(true),
        isPending: isPending && variables.notifies,
        pendingLabel: 'Meddelar …',
      }}
      error={error !== null && reasonError === undefined ? error.message : null}
    >
      <p>
        <strong>{`${bidderOf(bid)}, ${formatKronor(bid.bid)}`}</strong>
        <span>{`, blir vinnare av auktion ${auction.number}, ${auction.manufacturer} ${auction.model}.`}</span>
      </p>
      <p>{`${reserveGap(bid.bid, auction.reservation_price)}.`}</p>
      <p>”Välj och meddela” skickar också ett mejl till vinnaren, som inte kan tas tillbaka.</p>
      <OfferWithdrawn offers={auction.offers} />
      {auction.winning_bid !== null && (
        <Notice tone="warn">{`Vinnande bud är nu ${formatKronor(auction.winning_bid)}. ${
          auction.has_notified_winner
            ? 'Den vinnaren är redan meddelad och får ett mejl om att ett annat bud har valts.'
            : 'Det ersätts.'
        }`}</Notice>
      )}
      {needsReason && <ReasonFields reason={reason} error={reasonError} />}
    </AlertDialog>
  );
}
