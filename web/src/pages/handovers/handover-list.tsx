import type { Handover } from '@restvarde/contract/sale-calls/handovers';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { CarFront } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ApiError } from '../../base/api/api-error.ts';
import { usePolling } from '../../base/live/connection.ts';
import { type HandoverSearch, handoversQuery } from '../../features/sales/handovers-query.ts';
import { Button } from '../../ui/button/button.tsx';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { DayTitle } from './day-title.tsx';
import { GateAnswer } from './gate.tsx';
import { HandoverCard } from './handover-card.tsx';
import { handoverDays } from './handover-days.ts';
import { HandoverTable } from './handover-table.tsx';
import styles from './handovers.module.css';
import { useLiveHandovers } from './use-live-handovers.ts';

const HandOverDialog = lazy(() => import('../../features/sales/collection/hand-over-dialog.tsx'));

/** A yard sees no auctions and gets no live messages, so its list is polled. */
const POLL_MS = 20_000;

/**
 * The objects that wait or have been collected, and «Visa fler». A yard sees no auctions, so its rows are not links.
 */
export function HandoverList(props: {
  filter: HandoverSearch;
  isYard: boolean;
  /** The object of the code has been handed over. */
  onFound: () => void;
}) {
  const { filter, isYard, onFound } = props;
  const query = useInfiniteQuery({
    ...handoversQuery(filter),
    // The rows stay until those of another search are there.
    placeholderData: keepPreviousData,
    ...usePolling(),
    refetchInterval: isYard ? POLL_MS : false,
  });
  useLiveHandovers(isYard);
  const isWide = useMedia('(min-width: 64em)');
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
  const found = filter.q === undefined ? undefined : rows.find(({ code_matches }) => code_matches);
  if (filter.q !== undefined && found !== undefined) {
    return <GateAnswer key={found.auction_id} row={found} code={filter.q} onDone={onFound} />;
  }
  const days = handoverDays(rows, serverClock.now());
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState title={emptyTitle(filter)} icon={<CarFront size={28} strokeWidth={1.75} />}>
          {filter.state === undefined &&
            filter.q === undefined &&
            'Här visas sålda objekt när vinnaren är meddelad.'}
        </EmptyState>
      ) : isWide ? (
        <HandoverTable days={days} isYard={isYard} onHandOver={setGiving} />
      ) : (
        days.map((day) => (
          <section key={day.date} className="stack gap-3">
            <DayTitle day={day} />
            <ul className={styles.list}>
              {day.rows.map((row) => (
                <li key={row.auction_id} className={styles.card}>
                  <HandoverCard row={row} isYard={isYard} onHandOver={() => setGiving(row)} />
                </li>
              ))}
            </ul>
          </section>
        ))
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
            mayOmitCode={!isYard}
            onClose={() => setGiving(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function emptyTitle({ q, state }: HandoverSearch): string {
  if (q !== undefined) return 'Inget objekt som väntar har den koden eller det numret';
  return state === undefined ? 'Inget väntar på att hämtas' : 'Inget är utlämnat';
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
