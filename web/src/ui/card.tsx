import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

/** A part of a page on its own surface. With a `title` it is a region by that name. */
export function Card({ title, children }: { title?: string; children: ReactNode }) {
  const id = useId();
  if (title === undefined) return <div className={styles.card}>{children}</div>;
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
