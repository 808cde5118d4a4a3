import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../../base/api/api-error.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';

/** Shows a query's data, its skeleton, or its error with a button to retry. */
export function Fetched<Data>(props: {
  query: UseQueryResult<Data>;
  /** The screen reader text while loading: «Hämtar personalen». */
  waiting: string;
  children: (data: Data) => ReactNode;
}) {
  const { query, waiting, children } = props;
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <ErrorState
        message={query.error.message}
        request_id={query.error instanceof ApiError ? query.error.request_id : null}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  return (
    <div aria-busy="true">
      <p className="visually-hidden">{waiting}</p>
      <Skeleton height="24rem" radius="var(--radius-lg)" />
    </div>
  );
}
