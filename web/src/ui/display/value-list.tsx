import type { ReactNode } from 'react';
import { unbroken } from '../format/unbroken.tsx';
import styles from './value-list.module.css';

/** A list of names and values (FMT-4). A row whose value is null or '' is left out. */
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
