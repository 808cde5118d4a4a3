import type { Auction } from '@restvarde/contract/auctions/auction';
import { useQueryClient } from '@tanstack/react-query';
import { ClockPlus } from 'lucide-react';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { useTick } from '../../ui/clock/ticker.ts';
import { Countdown } from '../../ui/display/countdown.tsx';
import { formatMovedEnd, formatWhen, isElsewhere } from '../../ui/format/dates.ts';
import { isEndingSoon } from '../../ui/format/remaining.ts';
import { auctionQuery } from '../auctions/auction-query.ts';
import styles from './end-line.module.css';

/** The end of an auction, as a time and as the time left by the server's clock (BID-11). */
export function EndLine({
  auction,
  extended_to,
}: {
  auction: Auction;
  extended_to: string | null;
}) {
  const client = useQueryClient();
  const turn = auction.has_started ? auction.end_dt : auction.start_dt;
  const when = useTick((now) => formatWhen(turn, now));
  const isSoon = useTick((now) => auction.is_active && isEndingSoon(Date.parse(turn) - now));
  const isOver = auction.has_started && !auction.is_active;
  const verb = isOver
    ? auction.cancelled
      ? 'Avslutades i förtid'
      : 'Slutade'
    : auction.has_started
      ? 'Slutar'
      : 'Startar';
  // The clock locks nothing: the server decides when the auction is over (AUC-5).
  const refetch = () =>
    void client.invalidateQueries({ queryKey: auctionQuery(auction.id).queryKey, exact: true });

  return (
    <div className={styles.time}>
      <p className={styles.end}>
        <span className={styles.when}>
          <span>{verb}</span> <time dateTime={turn}>{when}</time>
          {isElsewhere(serverClock.now()) && <span>{' svensk tid'}</span>}
        </span>
        {!isOver && (
          <span className={`${styles.left} ${isSoon ? styles.soon : ''}`}>
            <Countdown
              until={turn}
              isSpoken={auction.is_active}
              onEnd={refetch}
              endLabel={auction.has_started ? 'Avslutas …' : 'Startar …'}
            />
          </span>
        )}
      </p>
      {extended_to !== null && auction.is_active && extended_to === auction.end_dt && (
        <p className={`row gap-2 ${styles.extended}`}>
          <ClockPlus size={18} />
          <span>{`Förlängd till ${formatMovedEnd(extended_to)}`}</span>
        </p>
      )}
    </div>
  );
}
