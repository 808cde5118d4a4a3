import type { ReactNode } from 'react';
import { unbroken } from '../format/unbroken.tsx';
import styles from './value-list.module.css';

/** Names and their values under each other (FMT-4). A value of null or '' leaves its row out. */
export function ValueList({
  rows,
}: {
  rows: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className={styles.list}>
      {rows
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name} className={styles.pair}>
            <dt className={styles.name}>{name}</dt>
            <dd className={styles.value}>{unbroken(value)}</dd>
          </div>
        ))}
    </dl>
  );
}
