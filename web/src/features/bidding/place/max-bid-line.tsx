import type { Auction } from '@restvarde/contract/auctions/auction';
import { removeMaxBid } from '@restvarde/contract/bids/max-bids';
import { SENTENCE } from '@restvarde/contract/errors';
import { formatKronor } from '@restvarde/contract/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../base/api/api-error.ts';
import { call } from '../../../base/api/call.ts';
import { announce } from '../../../ui/announce.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Failure } from '../../../ui/feedback/notice.tsx';
import { auctionQuery } from '../../auctions/auction-query.ts';
import styles from '../../sales/bid-panel.module.css';

interface MaxBidLineProps {
  auction: Auction & { my_max_bid: number };
  isOffline: boolean;
  /** Opens the form for another maximum. */
  onChange: () => void;
}

const USED = { live: '', used: 'Hela maxbudet är lagt.', passed: 'Maxbudet är passerat.' };

/** The station's maximum, with buttons that change and withdraw it (AUTO-13). */
export default function MaxBidLine({ auction, isOffline, onChange }: MaxBidLineProps) {
  const client = useQueryClient();
  const { id, my_max_bid, my_max_state } = auction;
  const { queryKey } = auctionQuery(id);
  const removal = useMutation({
    mutationFn: () => call(removeMaxBid, { params: { id }, idempotency_key: crypto.randomUUID() }),
    onSuccess: () => {
      client.setQueryData(
        queryKey,
        (before) => before && { ...before, my_max_bid: null, my_max_state: null },
      );
      announce('Maxbudet är borttaget. Dina bud ligger kvar.', 'max-bid');
    },
    onSettled: () => client.invalidateQueries({ queryKey, exact: true }),
  });
  const error = removal.error;
  return (
    <div className={styles.maximum}>
      <p>
        <strong>{`Ditt maxbud: ${formatKronor(my_max_bid)}`}</strong>
        {my_max_state !== null && my_max_state !== 'live' && <span>{USED[my_max_state]}</span>}
      </p>
      <div className={styles.acts}>
        <Button size="sm" onPress={onChange} isDisabled={isOffline}>
          Ändra<span className="visually-hidden"> maxbud</span>
        </Button>
        <Button
          size="sm"
          onPress={() => removal.mutate()}
          isDisabled={isOffline}
          isPending={removal.isPending}
          pendingLabel="Tar bort …"
        >
          Ta bort<span className="visually-hidden"> maxbud</span>
        </Button>
      </div>
      <Failure
        message={error && (error instanceof ApiError ? error.messages.join(' ') : SENTENCE.generic)}
      />
    </div>
  );
}
