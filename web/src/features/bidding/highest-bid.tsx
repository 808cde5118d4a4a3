import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { CircleCheck, CircleMinus, EyeOff } from 'lucide-react';
import { Money } from '../../ui/display/money.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { leadingSum } from '../auctions/leading-sum.ts';
import { reserveState } from '../auctions/reserve-words.ts';
import styles from './highest-bid.module.css';

/** The leading amount, its label and the number of bids. `flash` counts the bids received live. */
export function HighestBid({ auction, flash }: { auction: AuctionCard; flash: number }) {
  const { label, amount } = leadingSum(auction);
  const reserve = reserveState(auction);
  return (
    <div className={styles.figure}>
      <div className={styles.above}>
        <span>{label}</span>
        <span className={styles.count}>
          {auction.hidden_bids && (
            <>
              <EyeOff size={18} />
              Dolda bud
              {auction.bid_count !== null && <span>·</span>}
            </>
          )}
          {auction.bid_count !== null && (
            <span>
              {auction.bid_count === 0 ? 'Inga bud' : formatCount(auction.bid_count, 'bud', 'bud')}
            </span>
          )}
        </span>
      </div>
      <Money amount={amount} size="xl" />
      {reserve !== null && (
        <p className={`${styles.reserve} ${auction.reserve_met ? styles.met : ''}`}>
          {auction.reserve_met ? <CircleCheck size={18} /> : <CircleMinus size={18} />}
          <span>{reserve}</span>
        </p>
      )}
      {flash > 0 && (
        <span key={flash} className={styles.flash} aria-hidden="true">
          <span>Nytt bud</span>
        </span>
      )}
    </div>
  );
}
