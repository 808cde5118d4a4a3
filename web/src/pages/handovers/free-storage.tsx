import { stockholmDate, weekdayDate } from '@restvarde/contract/dates';
import { serverClock } from '../../ui/clock/server-clock.ts';
import styles from './handovers.module.css';

/** The last day of free storage, marked when it has passed. */
export function FreeStorage({ date, isPast }: { date: string; isPast: boolean }) {
  const day = weekdayDate(date, stockholmDate(new Date(serverClock.now())));
  return isPast ? (
    <span className={styles.past}>
      <span>{day}</span> <strong>har passerat</strong>
    </span>
  ) : (
    day
  );
}
