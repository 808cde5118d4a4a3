import type { Auction } from '@restvarde/contract/auctions/auction';
import { bidsReleasedBy } from '@restvarde/contract/sale/relist-rules';
import { relistAuction } from '@restvarde/contract/sale-calls/relist';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../base/api/call.ts';
import { paths } from '../../../base/urls/paths.ts';
import { showSuccess } from '../../../ui/feedback/toast.ts';
import { AlertDialog } from '../../../ui/modal/alert-dialog.tsx';
import { auctionQuery } from '../../auctions/auction-query.ts';
import { AUCTION_LISTS } from '../../auctions/list-key.ts';
import { OfferWithdrawn } from '../offer-withdrawn.tsx';

/** Asks before listing the object again unchanged (RELIST-1). */
export default function RelistDialog(props: { auction: Auction; onClose: () => void }) {
  const { auction, onClose } = props;
  const [key] = useState(() => crypto.randomUUID() as string);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(relistAuction, { params: { id: auction.id }, body: {}, idempotency_key: key }),
    onSuccess({ id, number }) {
      showSuccess(`Objektet är upplagt på nytt som ${number}.`);
      void navigate({ to: paths.auction(id) });
    },
    onSettled() {
      void client.invalidateQueries({ queryKey: AUCTION_LISTS });
      void client.invalidateQueries({ queryKey: auctionQuery(auction.id).queryKey });
    },
  });
  return (
    <AlertDialog
      title="Lägg upp på nytt utan ändringar"
      onOpenChange={onClose}
      confirmLabel="Lägg upp"
      onConfirm={() => mutate()}
      isPending={isPending}
      pendingLabel="Lägger upp …"
      error={error?.message}
    >
      <p>{`${`${auction.manufacturer} ${auction.model}`.trim()} läggs upp på nytt i en auktion som startar genast, med samma uppgifter, priser, bilder och dokument.`}</p>
      <OfferWithdrawn offers={auction.offers} />
      {auction.sale_status === 'pending' && <p>{bidsReleasedBy(auction.number)}</p>}
    </AlertDialog>
  );
}
