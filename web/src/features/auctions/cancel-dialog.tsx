import { type Auction, cancelAuction } from '@restvarde/contract/auctions/auction';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { AlertDialog } from '../../ui/modal/alert-dialog.tsx';
import { auctionQuery } from './auction-query.ts';

/** Asks before ending an active auction (AUC-6). */
export default function CancelDialog(props: { auction: Auction; onClose: () => void }) {
  const { auction, onClose } = props;
  const client = useQueryClient();
  const name = [auction.manufacturer, auction.model].filter(Boolean).join(' ');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(cancelAuction, { params: { id: auction.id } }),
    onSuccess(ended) {
      client.setQueryData(auctionQuery(auction.id).queryKey, ended);
      showToast({ tone: 'success', text: 'Auktionen har avslutas.' });
      onClose();
    },
  });
  return (
    <AlertDialog
      title={`Avsluta auktion ${auction.number}?`}
      isOpen
      onOpenChange={onClose}
      confirmLabel="Avsluta auktionen"
      cancelLabel="Låt den pågå"
      onConfirm={() => mutate()}
      isPending={isPending}
      pendingLabel="Avslutar …"
      isDanger
      error={error?.message ?? null}
    >
      <p>
        {auction.bid_count === 0
          ? `Auktionen slutar nu, och ${name} säljs inte. Det går inte att ångra.`
          : `${name} kan inte få fler bud. Buden ligger kvar, och du väljer själv vinnare. Det går inte att ångra.`}
      </p>
    </AlertDialog>
  );
}
