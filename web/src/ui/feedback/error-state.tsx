import { CloudAlert } from 'lucide-react';
import { Button } from '../button/button.tsx';
import styles from './state.module.css';

export interface ErrorStateProps {
  title?: string;
  /** What happened, in a sentence. */
  message?: string | undefined;
  onRetry?: () => void;
  retryLabel?: string;
  isRetrying?: boolean;
  /** For support to find it in the log. */
  request_id?: string | null | undefined;
}

/** A part of the page that could not be shown, and the way to try again. */
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
