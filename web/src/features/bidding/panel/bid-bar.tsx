import type { Auction } from '@restvarde/contract/auctions/auction';
import { formatKronor } from '@restvarde/contract/money';
import { Button } from '../../../ui/button/button.tsx';
import { useTick } from '../../../ui/clock/ticker.ts';
import { Countdown } from '../../../ui/display/countdown.tsx';
import { formatWhen } from '../../../ui/format/dates.ts';
import { leadOf } from '../../auctions/apply-standing.ts';
import { leadingSum } from '../../auctions/leading-sum.ts';
import styles from '../../sales/bid-panel.module.css';
import { isShutOut, stationStanding } from './station-standing.ts';

export interface BidBarProps {
  auction: Auction;
  /** Hidden while the panel itself is visible. */
  isAway: boolean;
  /** Moves focus to the bid field, or after the end to the result. Does not bid. */
  onEnter: () => void;
}

/** The bottom bar on a phone: time, standing, and a button to the panel (BID-13). */
export default function BidBar({ auction, isAway, onEnter }: BidBarProps) {
  const { label, amount } = leadingSum(auction);
  const { look, word } = stationStanding(auction);
  const takesBid = auction.is_active && !isShutOut(auction);
  const leads = takesBid && leadOf(auction) === 'leading';
  const hasPart = auction.my_bid !== null || auction.my_removed_bid !== null;
  return (
    <section aria-label="Budläge" className={`${styles.bar} ${isAway ? styles.away : ''}`}>
      <div>
        <p className={styles.barTime}>
          <BarTime auction={auction} />
        </p>
        <p className={`${styles.barSum} ${styles[look]}`}>
          {hasPart && <span>{`${word}, `}</span>}
          <span className="visually-hidden">{label} </span>
          <span className={styles.barAmount}>{formatKronor(amount)}</span>
        </p>
      </div>
      <Button variant={takesBid && !leads ? 'primary' : 'secondary'} onPress={onEnter}>
        {leads
          ? 'Höj ditt bud'
          : takesBid
            ? `Bjud ${formatKronor(auction.minimum_allowed_bid)}`
            : 'Visa'}
      </Button>
    </section>
  );
}

function BarTime({ auction }: { auction: Auction }) {
  const end = Date.parse(auction.end_dt);
  const isRunning = useTick((now) => now < end);
  const when = useTick((now) => formatWhen(auction.end_dt, now));
  if (!auction.is_active) {
    return (
      <>
        Slutade <time dateTime={auction.end_dt}>{when}</time>
      </>
    );
  }
  return (
    <>
      {isRunning && <span>{'Slutar om '}</span>}
      <Countdown until={auction.end_dt} endLabel="Avslutas …" />
    </>
  );
}
