import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { ApiError } from '../api/api-error.ts';

/** The part of a query's result that its error needs. */
export type FailedQuery = Pick<UseQueryResult, 'error' | 'isFetching'> & {
  refetch: () => Promise<unknown>;
};

/** Shown instead of what a query failed to fetch, with a button to retry. Only the server's errors have a message. */
export function QueryError(props: { query: FailedQuery; title?: string }) {
  const { error, isFetching, refetch } = props.query;
  const refused = error instanceof ApiError ? error : null;
  return (
    <ErrorState
      title={props.title}
      message={refused?.message}
      request_id={refused?.request_id}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  );
}
