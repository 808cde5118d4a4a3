import type { Auction } from '@restvarde/contract/auctions/auction';
import { type Bid, removeBid } from '@restvarde/contract/bids/bids';
import { formatKronor } from '@restvarde/contract/money';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../base/api/call.ts';
import { ActDialog } from '../../../base/forms/act-dialog.tsx';
import { showSuccess } from '../../../ui/feedback/toast.ts';
import { auctionQuery } from '../../auctions/auction-query.ts';
import { bidderOf } from '../bids-query.ts';

/** Asks before removing a bid from an active auction (AUC-9). */
export default function RemoveBidDialog(props: {
  auction: Auction;
  bid: Bid;
  onClose: () => void;
}) {
  const { auction, bid, onClose } = props;
  const client = useQueryClient();
  return (
    <ActDialog
      title="Ta bort bud"
      confirmLabel="Ta bort bud"
      pendingLabel="Tar bort …"
      isDanger
      act={async () => {
        await call(removeBid, { params: { id: auction.id, bidId: bid.id } });
        void client.invalidateQueries({ queryKey: auctionQuery(auction.id).queryKey });
        showSuccess('Budet har tagits bort.');
      }}
      onClose={onClose}
    >
      <p>
        Budet på <strong>{formatKronor(bid.bid)}</strong>{' '}
        <span>{`från ${bidderOf(bid)} tas bort ur auktion ${auction.number}, ${auction.manufacturer} ${auction.model}. Verkstaden får ett mejl om det. Det går inte att ångra.`}</span>
      </p>
    </ActDialog>
  );
}
