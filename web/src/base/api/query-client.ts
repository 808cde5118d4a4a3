import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** The longest that a page waits for a crowd to pass, before it asks again by itself. */
const PATIENCE_S = 2;

/** Nothing is gained by asking again after an error; a lost reply, a crowd or a stumbling server is another matter. */
function isWorthRetrying(count: number, error: Error): boolean {
  if (count >= 2) return false;
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return true;
  return error.status === 429 && error.retry_after !== null && error.retry_after <= PATIENCE_S;
}

/** Keeps what has been fetched. A change that was made offline fails at once: a bid is never sent later. */
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
