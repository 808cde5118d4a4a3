import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { QueryError } from '../../base/frame/query-error.tsx';
import { stationsQuery } from '../../features/stations/queries.ts';
import type { StationOrdering, StationSearch } from '../../features/stations/station-search.ts';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import styles from './station-list.module.css';
import { StationCards, StationTable } from './station-table.tsx';

export interface StationListProps {
  filter: StationSearch;
  onSort: (ordering: StationOrdering | undefined) => void;
  /** Removes all filters. Null if none is set. */
  onClear: (() => void) | null;
  isWide: boolean;
}

/** The matching stations, and «Visa fler» (STN-1). */
export function StationList({ filter, onSort, onClear, isWide }: StationListProps) {
  const query = useInfiniteQuery({ ...stationsQuery(filter), placeholderData: keepPreviousData });
  const { data, hasNextPage, isPlaceholderData, isFetchingNextPage, isFetchNextPageError } = query;
  const stations = data?.pages.flatMap((page) => page.results) ?? [];
  const part = useRef<HTMLElement>(null);
  useKeepPlace(part, stations, isPlaceholderData);

  if (query.isPending) return <StationSkeleton />;
  if (query.isError && data === undefined) {
    return <QueryError query={query} title="Verkstäderna kunde inte hämtas" />;
  }
  if (stations.length === 0) return <NoStations onClear={onClear} />;

  const count = formatCount(stations.length, 'verkstad', 'verkstäder');
  return (
    <section ref={part} aria-busy={isPlaceholderData} className="stack gap-3">
      <p className="quiet" role="status">
        {hasNextPage ? `Visar ${count}, det finns fler` : count}
      </p>
      <div className={styles.list} data-stale={isPlaceholderData || undefined}>
        {isWide ? (
          <StationTable {...{ stations, onSort }} ordering={filter.ordering} />
        ) : (
          <StationCards stations={stations} />
        )}
      </div>
      {hasNextPage && (
        <div className={styles.more}>
          {isFetchNextPageError && (
            <p className={styles.failed}>Det gick inte att hämta fler verkstäder.</p>
          )}
          <Button
            onPress={() => void query.fetchNextPage()}
            isPending={isFetchingNextPage}
            pendingLabel="Hämtar …"
          >
            {isFetchNextPageError ? 'Försök igen' : 'Visa fler'}
          </Button>
        </div>
      )}
    </section>
  );
}

function NoStations({ onClear }: Pick<StationListProps, 'onClear'>) {
  if (onClear === null) {
    return <EmptyState title="Inga verkstäder">Lägg till den första verkstaden.</EmptyState>;
  }
  return (
    <EmptyState
      title="Inga verkstäder"
      action={
        <Button
          onPress={() => {
            onClear();
            // The button is removed with the filters.
            document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
          }}
        >
          Rensa filter
        </Button>
      }
    >
      Inga verkstäder stämmer med de filter som är på.
    </EmptyState>
  );
}

function StationSkeleton() {
  return (
    <div className="stack gap-3" aria-busy="true">
      <p className="visually-hidden" role="status">
        Hämtar verkstäder
      </p>
      <Skeleton width="8rem" />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <Skeleton key={row} height="3.25rem" radius="var(--radius)" />
      ))}
    </div>
  );
}

/** Moves focus when «Visa fler» is removed. A separate status announces the count. */
function useKeepPlace(
  part: { readonly current: HTMLElement | null },
  stations: readonly { id: number }[],
  isStale: boolean,
) {
  const shown = useRef(stations);
  useEffect(() => {
    if (isStale) return;
    const before = shown.current;
    shown.current = stations;
    const isLonger = before.length > 0 && before.length < stations.length;
    // With other filters it is another list, not a longer one.
    if (!isLonger || before.at(-1)?.id !== stations[before.length - 1]?.id) return;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const first = stations[before.length]?.id;
    if (isLost) part.current?.querySelector<HTMLElement>(`[data-station='${first}']`)?.focus();
  }, [part, stations, isStale]);
}
