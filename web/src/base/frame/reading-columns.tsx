import type { ReactElement, ReactNode } from 'react';
import styles from './reading-columns.module.css';

/** A long text and its table of contents: beside it on wide screens, otherwise folded above it. */
export function ReadingColumns({
  contents,
  children,
}: {
  contents: ReactElement;
  children: ReactNode;
}) {
  return (
    <div className={styles.columns}>
      <nav className={styles.contents} aria-labelledby="contents">
        <h2 id="contents" className={styles.title}>
          Innehåll
        </h2>
        {contents}
      </nav>
      <details className={styles.folded}>
        <summary>Innehåll</summary>
        {contents}
      </details>
      <article className={styles.text}>{children}</article>
    </div>
  );
}
