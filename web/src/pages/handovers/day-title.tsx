import type { HandoverDay } from './handover-days.ts';
import styles from './handovers.module.css';

/** The heading of a day and its count (PICK-16). */
export function DayTitle({ day }: { day: HandoverDay }) {
  return (
    <h2 className={styles.dayTitle}>
      <span>{day.title}</span> <span className="count">{day.rows.length}</span>
    </h2>
  );
}
