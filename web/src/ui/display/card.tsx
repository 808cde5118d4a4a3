import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

export interface CardProps {
  title?: string;
  /** The target of links on the page. It can take focus but is not a Tab stop. */
  id?: string;
  children: ReactNode;
}

/** A section of a page on its own surface. With a `title` it is a named region. */
export function Card({ title, id, children }: CardProps) {
  const titleId = useId();
  const goal = id !== undefined && { id, tabIndex: -1 };
  if (title === undefined) {
    return (
      <div className={styles.card} {...goal}>
        {children}
      </div>
    );
  }
  return (
    <section className={styles.card} aria-labelledby={titleId} {...goal}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  );
}
