import { type Auction, deleteAuction } from '@restvarde/contract/auctions/auction';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../base/api/call.ts';
import { ActDialog } from '../../base/forms/act-dialog.tsx';
import { paths } from '../../base/urls/paths.ts';
import { auctionQuery } from '../../features/auctions/auction-query.ts';
import { AUCTION_LISTS } from '../../features/auctions/list-key.ts';
import { type AuctionPages, dropCard } from '../../features/auctions/list-query.ts';
import { OfferWithdrawn } from '../../features/sales/offer-withdrawn.tsx';
import { showSuccess } from '../../ui/feedback/toast.ts';
import { TextField } from '../../ui/field/text-field.tsx';
import { formatCount } from '../../ui/format/numbers.ts';

/**
 * Asks before deleting an auction. If it has bids, or a buyer who is to collect it, its number must be typed (AUC-7).
 */
export default function DeleteDialog(props: { auction: Auction; onClose: () => void }) {
  const { auction, onClose } = props;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const bids = auction.bid_count ?? 0;
  const { collection } = auction;
  const isAwaited =
    collection !== null && collection.state !== 'undone' && collection.handed_over_at === null;
  const needsNumber = bids > 0 || isAwaited;
  return (
    <ActDialog
      title={`Radera auktion ${auction.number}?`}
      confirmLabel="Radera"
      isConfirmDisabled={needsNumber && typed.trim() !== auction.number}
      pendingLabel="Raderar …"
      isDanger
      act={async () => {
        await call(deleteAuction, { params: { id: auction.id } });
        showSuccess('Auktionen har raderats.');
        // Hide it until the list is fetched again.
        client.setQueriesData<AuctionPages>({ queryKey: AUCTION_LISTS }, (pages) =>
          dropCard(pages, auction.id),
        );
        await navigate({ to: paths.auctions, replace: true });
        client.removeQueries({ queryKey: auctionQuery(auction.id).queryKey });
        await client.invalidateQueries({ queryKey: AUCTION_LISTS });
      }}
      onClose={onClose}
    >
      <p>{`${auction.manufacturer} ${auction.model} försvinner ur alla listor, för alla. Det går inte att ångra.`}</p>
      <OfferWithdrawn offers={auction.offers} />
      {needsNumber && (
        <>
          <p>
            Auktionen har <strong>{formatCount(bids, 'bud', 'bud')}</strong>
            <span>{`.${isAwaited ? ' Köparen är meddelad och har inte hämtat objektet.' : ''}`}</span>
          </p>
          <TextField
            label={`Skriv ${auction.number} för att bekräfta`}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
          />
        </>
      )}
    </ActDialog>
  );
}
