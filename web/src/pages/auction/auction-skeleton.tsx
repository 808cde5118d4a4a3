import { Page } from '../../base/frame/page.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import styles from './auction-page.module.css';

/** The page's placeholders while the auction loads. */
export function AuctionSkeleton() {
  return (
    <Page title="Auktion" above={<Skeleton width="12rem" height="2.375rem" />}>
      <div className={styles.grid} aria-busy="true">
        <p className="visually-hidden">Hämtar auktionen …</p>
        <div className={`${styles.gallery} ${styles.waiting}`}>
          <Skeleton height="auto" radius="var(--radius-lg)" />
        </div>
        <div className={styles.bids}>
          <Skeleton height="32rem" radius="var(--radius-lg)" />
        </div>
        <div className={styles.facts}>
          <Skeleton height="24rem" radius="var(--radius-lg)" />
        </div>
      </div>
    </Page>
  );
}
