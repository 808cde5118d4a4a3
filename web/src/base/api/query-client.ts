import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Nothing is gained by asking again after a domain error; a lost reply or a stumbling server is another matter. */
function isWorthRetrying(count: number, error: Error): boolean {
  return count < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);
}

/** What has been fetched. A change that was made offline fails at once: a bid is never sent later. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: isWorthRetrying },
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (error, query) => console.error('A query failed', query.queryKey, error.message),
  }),
});
