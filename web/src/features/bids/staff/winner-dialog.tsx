import type { Auction } from '@restvarde/contract/auctions/auction';
import { type Bid, selectWinner } from '@restvarde/contract/bids/bids';
import { formatKronor } from '@restvarde/contract/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../../base/api/api-error.ts';
import { call } from '../../../base/api/call.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { AlertDialog } from '../../../ui/modal/alert-dialog.tsx';
import { auctionQuery } from '../../auctions/auction-query.ts';
import { bidsQuery } from '../bids-query.ts';
import { bidderOf } from './bid-row.tsx';

const WHY = 'Ange varför ett annat bud än det högsta väljs.';

/** Asks before a bid is made the winning one, and why when it is not the highest (AUC-8). */
export default function WinnerDialog(props: { auction: Auction; bid: Bid; onClose: () => void }) {
  const { auction, bid, onClose } = props;
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const [isBlank, setBlank] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(selectWinner, {
        params: { id: auction.id, bidId: bid.id },
        body: reason.trim() === '' ? {} : { reason },
      }),
    onSuccess(chosen) {
      client.setQueryData(auctionQuery(auction.id).queryKey, chosen);
      void client.invalidateQueries({ queryKey: bidsQuery(auction.id).queryKey });
      showToast({ tone: 'success', text: 'Vinnaren har valts.' });
      onClose();
    },
  });
  const asked = error instanceof ApiError ? error.fields.reason?.[0] : undefined;
  // Of equal sealed bids the earlier is the highest, which only the server knows.
  const needsReason = bid.bid !== auction.highest_bid || asked !== undefined;

  function confirm() {
    const isMissing = needsReason && reason.trim() === '';
    setBlank(isMissing);
    if (isMissing) field.current?.focus();
    else mutate();
    return !isMissing;
  }

  return (
    <AlertDialog
      title="Välj vinnare"
      isOpen
      onOpenChange={onClose}
      confirmLabel="Välj vinnare"
      onConfirm={confirm}
      isPending={isPending}
      pendingLabel="Väljer …"
      error={error !== null && asked === undefined ? error.message : null}
    >
      <p>
        <strong>
          {bidderOf(bid)}, {formatKronor(bid.bid)}
        </strong>
        , blir vinnare av auktion {auction.number}, {auction.manufacturer} {auction.model}.
      </p>
      {auction.winning_bid !== null && (
        <Notice tone="warn">
          Vinnande bud är nu {formatKronor(auction.winning_bid)}.{' '}
          {auction.has_notified_winner
            ? 'Den vinnaren är meddelad, och får veta att ett annat bud har valts.'
            : 'Det ersätts.'}
        </Notice>
      )}
      {needsReason && (
        <TextArea
          label="Varför väljs ett annat bud än det högsta?"
          description="Sparas i auktionens historik."
          value={reason}
          onChange={setReason}
          error={isBlank && reason.trim() === '' ? WHY : asked}
          inputRef={field}
          isRequired
        />
      )}
    </AlertDialog>
  );
}
