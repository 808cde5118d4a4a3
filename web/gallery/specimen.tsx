import type { ReactNode } from 'react';
import styles from './gallery.module.css';

/** Specimens side by side. */
export function Grid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>;
}

/** A widget in several states, under a heading. */
export function Specimen(props: { name: string; isWhole?: boolean; children: ReactNode }) {
  const { name, isWhole = false, children } = props;
  return (
    <div className={`${styles.specimen} ${isWhole ? styles.whole : ''}`}>
      <h3 className={styles.name}>{name}</h3>
      {children}
    </div>
  );
}

/** Widgets in a row. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="cluster gap-3">{children}</div>;
}

/** Widgets in a column. */
export function Column({ children }: { children: ReactNode }) {
  return <div className="stack gap-4">{children}</div>;
}
