import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Bid } from '@restvarde/contract/bids/bids';
import { formatKronor } from '@restvarde/contract/money';
import { AlertDialog } from '../../../ui/modal/alert-dialog.tsx';
import { reserveGap } from '../../auctions/reserve-words.ts';
import { bidderOf } from '../bids-query.ts';

/** Asks before notifying the winner, since an email cannot be recalled (AUC-10). */
export default function NotifyDialog(props: {
  auction: Pick<
    Auction,
    'id' | 'number' | 'manufacturer' | 'model' | 'winning_bid' | 'reservation_price'
  >;
  /** The winning bid, once it is loaded. */
  winner: Pick<Bid, 'service_station_name'> | undefined;
  isPending: boolean;
  error: string | null;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { auction, winner, isPending, error, onConfirm, onClose } = props;
  const who = winner === undefined ? 'Verkstaden med det vinnande budet' : bidderOf(winner);
  const sum = auction.winning_bid ?? 0;
  return (
    <AlertDialog
      title="Meddela vinnare"
      onOpenChange={onClose}
      confirmLabel="Meddela vinnare"
      onConfirm={onConfirm}
      isPending={isPending}
      pendingLabel="Meddelar …"
      error={error}
    >
      <p>
        <strong>{`${who}, ${formatKronor(sum)}`}</strong>
        <span>{`, får ett mejl om att budet har vunnit auktion ${auction.number}, ${auction.manufacturer} ${auction.model}. Mejlet kan inte tas tillbaka.`}</span>
      </p>
      <p>{`${reserveGap(sum, auction.reservation_price)}.`}</p>
    </AlertDialog>
  );
}
