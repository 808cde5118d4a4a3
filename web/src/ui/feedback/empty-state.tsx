import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './state.module.css';

export interface EmptyStateProps {
  /** One sentence: «Inga auktioner». */
  title: string;
  children?: ReactNode;
  /** The next step, as a button or a link. */
  action?: ReactNode;
  icon?: ReactNode;
}

/** Shown if there is nothing to list, with the next step. */
export function EmptyState({ title, children, action, icon }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.icon} aria-hidden="true">
        {icon ?? <Inbox size={28} strokeWidth={1.75} />}
      </span>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action !== undefined && <div className={styles.actions}>{action}</div>}
    </div>
  );
}
