import { formatKronor } from '@restvarde/contract/money';
import styles from './money.module.css';

export interface MoneyProps {
  /** Whole kronor. Null if missing or hidden from the user. */
  amount: number | null;
  /** The size: as the text around it, 16 px bold, 20 px, or 32 px for a highest bid. */
  size?: 'text' | 'md' | 'lg' | 'xl';
  /** Shown if `amount` is null. */
  absent?: string;
}

/** An amount as «12 500 kr» in tabular figures (FMT-1). */
export function Money({ amount, size = 'text', absent = '–' }: MoneyProps) {
  return (
    <span className={`${styles.money} ${size === 'text' ? '' : styles[size]}`}>
      {amount === null ? absent : formatKronor(amount)}
    </span>
  );
}
