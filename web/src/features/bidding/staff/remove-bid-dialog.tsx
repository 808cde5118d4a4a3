import type { Auction } from '@restvarde/contract/auctions/auction';
import { type Bid, removeBid } from '@restvarde/contract/bids/bids';
import { formatKronor } from '@restvarde/contract/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../base/api/call.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { AlertDialog } from '../../../ui/modal/alert-dialog.tsx';
import { auctionQuery } from '../../auctions/auction-query.ts';
import { bidderOf } from './bidder-of.ts';

/** Asks before removing a bid from an active auction (AUC-9). */
export default function RemoveBidDialog(props: {
  auction: Auction;
  bid: Bid;
  onClose: () => void;
}) {
  const { auction, bid, onClose } = props;
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(removeBid, { params: { id: auction.id, bidId: bid.id } }),
    onSuccess() {
      void client.invalidateQueries({ queryKey: auctionQuery(auction.id).queryKey });
      showToast({ tone: 'success', text: 'Budet har tagits bort.' });
      onClose();
    },
  });
  return (
    <AlertDialog
      title="Ta bort bud"
      isOpen
      onOpenChange={onClose}
      confirmLabel="Ta bort bud"
      onConfirm={() => mutate()}
      isPending={isPending}
      pendingLabel="Tar bort …"
      isDanger
      error={error?.message ?? null}
    >
      <p>
        Budet på <strong>{formatKronor(bid.bid)}</strong>{' '}
        <span>{`från ${bidderOf(bid)} tas bort ur auktion ${auction.number}, ${auction.manufacturer} ${auction.model}. Verkstaden får ett mejl om det. Det går inte att ångra.`}</span>
      </p>
    </AlertDialog>
  );
}
