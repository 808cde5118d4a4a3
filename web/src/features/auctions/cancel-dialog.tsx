import { type Auction, cancelAuction } from '@restvarde/contract/auctions/auction';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';
import { ActDialog } from '../../base/forms/act-dialog.tsx';
import { showSuccess } from '../../ui/feedback/toast.ts';
import { auctionQuery } from './auction-query.ts';

/** Asks before ending an active auction (AUC-6). */
export default function CancelDialog(props: { auction: Auction; onClose: () => void }) {
  const { auction, onClose } = props;
  const client = useQueryClient();
  const name = [auction.manufacturer, auction.model].filter(Boolean).join(' ');
  return (
    <ActDialog
      title={`Avsluta auktion ${auction.number}?`}
      confirmLabel="Avsluta auktionen"
      cancelLabel="Låt den pågå"
      pendingLabel="Avslutar …"
      isDanger
      act={async () => {
        const ended = await call(cancelAuction, { params: { id: auction.id } });
        client.setQueryData(auctionQuery(auction.id).queryKey, ended);
        showSuccess('Auktionen har avslutas.');
      }}
      onClose={onClose}
    >
      <p>
        {auction.bid_count === 0
          ? `Auktionen slutar nu, och ${name} säljs inte. Det går inte att ångra.`
          : `${name} kan inte få fler bud. Buden ligger kvar, och du väljer själv vinnare. Det går inte att ångra.`}
      </p>
    </ActDialog>
  );
}
