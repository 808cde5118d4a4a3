import type { Auction } from '@restvarde/contract/auctions/auction';
import { formatKronor } from '@restvarde/contract/money';
import { useInfiniteQuery } from '@tanstack/react-query';
import { AlertDialog } from '../../../ui/modal/alert-dialog.tsx';
import { bidsQuery } from '../bids-query.ts';
import { bidderOf } from './bid-row.tsx';

/** Asks before the winner is told: an email cannot be taken back (AUC-10). */
export default function NotifyDialog(props: {
  auction: Auction;
  isPending: boolean;
  error: string | null;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { auction, isPending, error, onConfirm, onClose } = props;
  const { data } = useInfiniteQuery(bidsQuery(auction.id));
  const winner = data?.pages
    .flatMap((page) => page.results)
    .find((bid) => bid.id === auction.winning_bid_id);
  const who = winner === undefined ? 'Verkstaden med det vinnande budet' : bidderOf(winner);
  return (
    <AlertDialog
      title="Meddela vinnare"
      isOpen
      onOpenChange={onClose}
      confirmLabel="Meddela vinnare"
      onConfirm={onConfirm}
      isPending={isPending}
      pendingLabel="Meddelar …"
      error={error}
    >
      <p>
        <strong>
          {who}, {formatKronor(auction.winning_bid ?? 0)}
        </strong>
        , får ett mejl om att budet har vunnit auktion {auction.number}, {auction.manufacturer}{' '}
        {auction.model}. Mejlet kan inte tas tillbaka.
      </p>
    </AlertDialog>
  );
}
