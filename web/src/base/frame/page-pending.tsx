import { useLayoutEffect } from 'react';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import styles from './page.module.css';
import { PENDING_ID } from './scroll-place.ts';

/** Shown until the page's script and first data are loaded. */
export function PagePending() {
  // For a loaded page the router does this.
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <div id={PENDING_ID} className={styles.page} aria-busy="true">
      <p className="visually-hidden">Hämtar sidan …</p>
      <Skeleton width="min(16rem, 60%)" height="2.25rem" />
      <Skeleton height="10rem" radius="var(--radius-lg)" />
    </div>
  );
}
