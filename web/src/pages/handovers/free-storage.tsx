import styles from './handovers.module.css';

/** The last day of free storage, marked when it has passed. */
export function FreeStorage({ date, isPast }: { date: string; isPast: boolean }) {
  return isPast ? (
    <span className={styles.past}>
      <span>{date}</span> <strong>har passerat</strong>
    </span>
  ) : (
    date
  );
}
