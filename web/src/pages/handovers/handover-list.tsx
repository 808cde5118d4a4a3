import type { Handover } from '@restvarde/contract/sales/handovers';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CarFront } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ApiError } from '../../base/api/api-error.ts';
import { usePolling } from '../../base/live/connection.ts';
import { type HandoverSearch, handoversQuery } from '../../features/sales/handovers-query.ts';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { HandoverCard } from './handover-card.tsx';
import styles from './handovers.module.css';
import { useLiveHandovers } from './use-live-handovers.ts';

const HandOverDialog = lazy(() => import('../../features/bids/collection/hand-over-dialog.tsx'));

/** A yard sees no auctions and gets no live messages, so its list is polled. */
const POLL_MS = 20_000;

/**
 * The objects that wait or have been collected, and «Visa fler». A yard sees no auctions, so its rows are not links.
 */
export function HandoverList({ filter, isYard }: { filter: HandoverSearch; isYard: boolean }) {
  const query = useInfiniteQuery({
    ...handoversQuery(filter),
    ...usePolling(),
    refetchInterval: isYard ? POLL_MS : false,
  });
  useLiveHandovers(isYard);
  const [giving, setGiving] = useState<Handover | null>(null);
  if (query.isPending) return <Waiting />;
  if (query.data === undefined) {
    const refused = query.error instanceof ApiError ? query.error : null;
    return (
      <ErrorState
        title="Utlämningarna kunde inte hämtas"
        message={refused?.message}
        request_id={refused?.request_id}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  const rows = query.data.pages.flatMap((page) => page.results);
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState
          title={filter.state === undefined ? 'Inget väntar på att hämtas' : 'Inget är utlämnat'}
          icon={<CarFront size={28} strokeWidth={1.75} />}
        >
          {filter.state === undefined && 'Här visas sålda objekt när vinnaren är meddelad.'}
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {rows.map((row) => (
            <li key={row.auction_id} className={styles.card}>
              <HandoverCard row={row} isYard={isYard} onHandOver={() => setGiving(row)} />
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          onPress={() => void query.fetchNextPage()}
          isPending={query.isFetchingNextPage}
          pendingLabel="Hämtar …"
        >
          Visa fler
        </Button>
      )}
      {giving !== null && (
        <Suspense fallback={null}>
          <HandOverDialog
            object={{ ...giving, id: giving.auction_id }}
            mayLeaveOut={!isYard}
            onClose={() => setGiving(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function Waiting() {
  return (
    <div className={styles.list} aria-busy="true">
      <p className="visually-hidden" role="status">
        Hämtar utlämningarna
      </p>
      {['a', 'b', 'c'].map((row) => (
        <Skeleton key={row} height="13rem" radius="var(--radius-lg)" />
      ))}
    </div>
  );
}
