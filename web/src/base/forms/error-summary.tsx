import { useEffect, useRef } from 'react';
import { Notice } from '../../ui/feedback/notice.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import styles from './error-summary.module.css';

export interface FormFault {
  name: string;
  /** The same message as at the field. */
  message: string;
}

export interface ErrorSummaryProps {
  faults: readonly FormFault[];
  /** Moves focus to a field, like `form.setFocus`. */
  onGoTo: (name: string) => void;
  /** The number of attempts to send. Focus moves here after each that found errors. */
  attempt: number;
}

/** The number of errors, and a link to each field. For forms where more than one field can be wrong. */
export function ErrorSummary({ faults, onGoTo, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) box.current?.focus();
  }, [attempt]);
  if (faults.length === 0) return null;
  return (
    <Notice
      tone="danger"
      ref={box}
      title={`${formatCount(faults.length, 'uppgift', 'uppgifter')} behöver rättas`}
    >
      <ul className={styles.faults}>
        {faults.map((fault) => (
          <li key={fault.name}>
            <button type="button" className={styles.link} onClick={() => onGoTo(fault.name)}>
              {fault.message}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
