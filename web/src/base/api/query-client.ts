import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** The longest Retry-After that is waited for automatically. */
const MAX_RETRY_AFTER_S = 2;

/** Retries lost replies, overload and server errors. Other errors would only repeat. */
function isWorthRetrying(count: number, error: Error): boolean {
  if (count >= 2) return false;
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return true;
  return (
    error.status === 429 && error.retry_after !== null && error.retry_after <= MAX_RETRY_AFTER_S
  );
}

/** The query cache. A mutation fails at once while offline, so that a bid is never sent later. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: isWorthRetrying },
      mutations: { retry: false, networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (error, query) => console.error('A query failed', query.queryKey, error.message),
    }),
  });
}
