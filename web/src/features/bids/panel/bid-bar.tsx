import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { formatKronor } from '@restvarde/contract/money';
import { Button } from '../../../ui/button/button.tsx';
import { useTick } from '../../../ui/clock/ticker.ts';
import { Countdown } from '../../../ui/display/countdown.tsx';
import { leadingSum } from '../../auctions/leading-sum.ts';
import styles from '../bid-panel.module.css';

export interface BidBarProps {
  auction: AuctionCard;
  /** The panel itself is in view: then the bar is out of the way. */
  isAway: boolean;
  /** Goes to the bid field; it does not bid. */
  onEnter: () => void;
}

/** The foot of a phone: time left, the sum, and the way to the bid field. */
export function BidBar({ auction, isAway, onEnter }: BidBarProps) {
  const { label, amount } = leadingSum(auction);
  const end = Date.parse(auction.end_dt);
  const isRunning = useTick((now) => now < end);
  return (
    <section aria-label="Budläge" className={`${styles.bar} ${isAway ? styles.away : ''}`}>
      <div>
        <p className={styles.barTime}>
          {isRunning && 'Slutar om '}
          <Countdown until={auction.end_dt} endLabel="Avslutas …" />
        </p>
        <p className={styles.barSum}>
          <span className="visually-hidden">{label} </span>
          {formatKronor(amount)}
        </p>
      </div>
      <Button variant="primary" onPress={onEnter}>
        Bjud {formatKronor(auction.minimum_allowed_bid)}
      </Button>
    </section>
  );
}
