import type { Auction } from '@restvarde/contract/auctions/auction';
import { declineSale } from '@restvarde/contract/sale-calls/sales';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../base/api/call.ts';
import { ActDialog } from '../../../base/forms/act-dialog.tsx';
import { showSuccess } from '../../../ui/feedback/toast.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { auctionQuery } from '../../auctions/auction-query.ts';
import { OfferWithdrawn } from '../../sales/offer-withdrawn.tsx';
import { relistsItself } from '../../sales/relist/relist-rules.ts';

/** Asks before releasing the bids of an auction (OFFER-5). */
export default function DeclineDialog(props: {
  auction: Auction;
  /** Called when the bids are released. */
  onDone?: () => void;
  onClose: () => void;
}) {
  const { auction, onDone, onClose } = props;
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  return (
    <ActDialog
      title="Avsluta utan försäljning"
      confirmLabel="Avsluta utan försäljning"
      pendingLabel="Avslutar …"
      isDanger
      act={async () => {
        const declined = await call(declineSale, {
          params: { id: auction.id },
          body: reason.trim() === '' ? {} : { reason: reason.trim() },
        });
        client.setQueryData(auctionQuery(auction.id).queryKey, declined);
        showSuccess('Auktionen är avslutad utan försäljning.');
        onDone?.();
      }}
      onClose={onClose}
    >
      <p>{`Inget bud antas i auktion ${auction.number}, ${auction.manufacturer} ${auction.model}. Budgivarna är inte längre bundna av sina bud och får ett mejl om det. Det går inte att ångra.`}</p>
      <OfferWithdrawn offers={auction.offers} />
      {relistsItself(auction) && <p>Objektet läggs sedan upp på nytt för demontering.</p>}
      <TextArea
        label="Skäl"
        description="Sparas i auktionens historik. Ingen verkstad får veta det."
        value={reason}
        onChange={setReason}
        isOptional
      />
    </ActDialog>
  );
}
