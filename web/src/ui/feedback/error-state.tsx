import { CloudAlert } from 'lucide-react';
import { Button } from '../button/button.tsx';
import styles from './state.module.css';

export interface ErrorStateProps {
  title?: string;
  /** One sentence that describes the error. */
  message?: string | undefined;
  onRetry?: () => void;
  retryLabel?: string;
  isRetrying?: boolean;
  /** Lets support find the request in the log. */
  request_id?: string | null | undefined;
}

/** Shown instead of a part of the page that could not be loaded. `onRetry` adds a button. */
export function ErrorState(props: ErrorStateProps) {
  const { title = 'Det gick inte att hämta uppgifterna', message, onRetry } = props;
  return (
    <div className={styles.state} role="alert">
      <span className={`${styles.icon} ${styles.danger}`} aria-hidden="true">
        <CloudAlert size={28} strokeWidth={1.75} />
      </span>
      <p className={styles.title}>{title}</p>
      {message !== undefined && <p className={styles.text}>{message}</p>}
      {onRetry && (
        <div className={styles.actions}>
          <Button onPress={onRetry} isPending={props.isRetrying ?? false}>
            {props.retryLabel ?? 'Försök igen'}
          </Button>
        </div>
      )}
      {props.request_id && <p className={styles.id}>{`Felkod ${props.request_id}`}</p>}
    </div>
  );
}
