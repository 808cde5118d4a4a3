import styles from './progress-bar.module.css';

/** The progress of an upload, from 0 to 1. Without a value it is unknown. */
export function ProgressBar({ name, value }: { name: string; value?: number | undefined }) {
  return <progress className={styles.bar} aria-label={`Skickar ${name}`} max={1} value={value} />;
}
