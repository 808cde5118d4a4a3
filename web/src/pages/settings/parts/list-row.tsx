import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '../../../ui/button/button.tsx';
import styles from './settings.module.css';

/** A row of a list in the settings: its name, facts below it, and its buttons. */
export function ListRow(props: {
  name: string;
  /** Beside the name. */
  badge?: string | null | undefined;
  /** Beside the name, with the colours of a warning. */
  warning?: string | null | undefined;
  children?: ReactNode;
  tools?: ReactNode;
}) {
  const { name, badge, warning, children, tools } = props;
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <p className={styles.name}>
          <span>{name}</span>
          {badge && <span className={styles.badge}>{badge}</span>}
          {warning && (
            <span className={styles.badge} data-tone="warn">
              {warning}
            </span>
          )}
        </p>
        {children}
      </div>
      <div className={styles.tools}>{tools}</div>
    </li>
  );
}

interface RowButtonProps extends Pick<ButtonProps, 'onPress' | 'isPending' | 'aria-haspopup'> {
  children: string;
  /** The rest of the button's accessible name, after its text. */
  of: string;
}

/** A button of a row. */
export function RowButton({ children, of, ...rest }: RowButtonProps) {
  return (
    <Button {...rest} variant="quiet" size="sm" aria-label={`${children} ${of}`}>
      {children}
    </Button>
  );
}
