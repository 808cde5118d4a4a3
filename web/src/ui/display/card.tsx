import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

export interface CardProps {
  title?: string;
  /** The target of links on the page. It can take focus but is not a Tab stop. */
  id?: string;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A section of a page on its own surface. With a `title` it is a named group, not one more landmark (SHELL-16). */
export function Card({ title, id, actions, children }: CardProps) {
  const titleId = useId();
  const goal = id !== undefined && { id, tabIndex: -1 };
  if (title === undefined) {
    return (
      <div className={`surface stack gap-4 ${styles.card}`} {...goal}>
        {children}
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs in a form.
    <div
      role="group"
      className={`surface stack gap-4 ${styles.card}`}
      aria-labelledby={titleId}
      {...goal}
    >
      {actions === undefined ? (
        <h2 id={titleId}>{title}</h2>
      ) : (
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <div>{actions}</div>
        </div>
      )}
      {children}
    </div>
  );
}
