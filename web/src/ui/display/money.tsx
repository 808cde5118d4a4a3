import { formatKronor } from '@restvarde/contract/money';
import styles from './money.module.css';

export interface MoneyProps {
  /** Whole kronor; null is what is not there or may not be told. */
  amount: number | null;
  /** In running text, 16 px bold, 20 px, or the 32 px of a highest bid. */
  size?: 'text' | 'md' | 'lg' | 'xl';
  /** Shown for null. */
  absent?: string;
}

/** An amount as «12 500 kr», figures under each other (FMT-1). */
export function Money({ amount, size = 'text', absent = '–' }: MoneyProps) {
  return (
    <span className={`${styles.money} ${size === 'text' ? '' : styles[size]}`}>
      {amount === null ? absent : formatKronor(amount)}
    </span>
  );
}
