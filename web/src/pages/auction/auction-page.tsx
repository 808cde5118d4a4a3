import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApiError } from '../../base/api/api-error.ts';
import { Page } from '../../base/frame/page.tsx';
import { QueryError } from '../../base/frame/query-error.tsx';
import { AuctionMissing } from '../../features/auctions/auction-missing.tsx';
import { auctionQuery } from '../../features/auctions/auction-query.ts';
import { outcomeWords } from '../../features/bidding/panel/station-standing.ts';
import { useAuctionLive } from '../../features/bidding/use-auction-live.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import styles from './auction-page.module.css';
import { AuctionView, prepareView } from './auction-view.tsx';

/** Loads the user-specific scripts of an auction's first view. */
export const prepare = prepareView;

/** One auction (AUC-1). */
export default function AuctionPage() {
  const { id = '' } = useParams({ strict: false });
  if (!/^[1-9]\d{0,8}$/.test(id)) return <AuctionMissing />;
  return <AuctionById key={id} id={Number(id)} />;
}

function AuctionById({ id }: { id: number }) {
  const query = useQuery(auctionQuery(id));
  const { data: auction, error } = query;
  const isMissing = error instanceof ApiError && error.status === 404;
  const update = useAuctionLive(isMissing ? null : id, outcomeWords);

  if (auction !== undefined && !isMissing) {
    return <AuctionView auction={auction} update={update} />;
  }
  if (isMissing) return <AuctionMissing />;
  if (error !== null) {
    return (
      <Page title="Auktion">
        <QueryError query={query} />
      </Page>
    );
  }
  return <AuctionSkeleton />;
}

/** The page's placeholders while the auction loads. */
function AuctionSkeleton() {
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
