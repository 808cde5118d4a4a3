import { Card } from '../../ui/display/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import styles from './import.module.css';
import type { RowFaults } from './import-faults.ts';

/** The list of faults by line of the file (FEED-7). */
export function ImportFaults({ faults, total }: { faults: RowFaults[]; total: number }) {
  return (
    <>
      <Notice
        tone="danger"
        title={`${faults.length} av ${formatCount(total, 'rad', 'rader')} har fel`}
      >
        Inget är sparat. Rätta filen och välj den igen.
      </Notice>
      <Card title="Fel i filen">
        <ol className={styles.lines}>
          {faults.map(({ line, messages }) => (
            <li key={line} className={styles.line}>
              <span className={styles.number}>{`Rad ${line}`}</span>
              <ul className={styles.messages}>
                {messages.map((message) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </Card>
    </>
  );
}
