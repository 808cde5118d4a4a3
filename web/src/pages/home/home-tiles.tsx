import { formatKronor } from '@restvarde/contract/money';
import type { Statistics } from '@restvarde/contract/statistics';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { ApiError } from '../../base/api/api-error.ts';
import { paths } from '../../base/urls/paths.ts';
import { Card } from '../../ui/display/card.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { formatTime } from '../../ui/format/dates.ts';
import { formatNumber } from '../../ui/format/numbers.ts';
import styles from './home-page.module.css';
import { type HomeSearch, listBehind } from './home-search.ts';
import { statisticsQuery } from './statistics-query.ts';

const TILES: readonly { of: keyof Statistics; label: string; write: (value: number) => string }[] =
  [
    { of: 'ongoing_auctions', label: 'Pågående auktioner', write: formatNumber },
    { of: 'start_bid_total', label: 'Summa utropspris', write: formatKronor },
    { of: 'winning_bid_total', label: 'Summa vinnande bud', write: formatKronor },
  ];

/** The three numbers, each a link to its auctions (HOME-1, HOME-3). */
export function HomeTiles({ search }: { search: HomeSearch }) {
  const query = useQuery({ ...statisticsQuery(search), placeholderData: keepPreviousData });
  const { data, error, isPlaceholderData, dataUpdatedAt } = query;
  if (data === undefined && error !== null) {
    return (
      <Card>
        <ErrorState
          title="Nyckeltalen kunde inte hämtas"
          message={error.message}
          request_id={error instanceof ApiError ? error.request_id : null}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      </Card>
    );
  }
  return (
    <div aria-busy={data === undefined || isPlaceholderData}>
      {data === undefined && <p className="visually-hidden">Hämtar siffrorna …</p>}
      <ul className={styles.tiles} data-stale={isPlaceholderData || undefined}>
        {TILES.map(({ of, label, write }) => (
          <li key={of}>
            {data === undefined ? (
              <Skeleton height="7.25rem" radius="var(--radius-lg)" />
            ) : (
              <Link to={paths.auctions} search={listBehind(search, of)} className={styles.tile}>
                <span className={styles.label}>
                  <span>{label}</span>
                  <ChevronRight aria-hidden="true" size={20} />
                </span>
                <span className={styles.figure}>{write(data[of])}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.updated}>
        {data === undefined || isPlaceholderData
          ? 'Hämtar …'
          : `Exkl. moms. Uppdaterat ${formatTime(dataUpdatedAt)}.`}
      </p>
    </div>
  );
}
