import { useEffect, useRef } from 'react';
import { Notice } from '../../ui/feedback/notice.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import styles from './error-summary.module.css';

export interface FormFault {
  /** The name of the field. */
  name: string;
  /** The same words as at the field. */
  message: string;
}

export interface ErrorSummaryProps {
  faults: readonly FormFault[];
  /** Takes focus to a field, as `form.setFocus` does. */
  onGoTo: (name: string) => void;
  /** Counts the attempts to send: focus comes here after each that found faults. */
  attempt: number;
}

/** How many things are wrong, each with a link to its field; for forms where more than one can be. */
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
