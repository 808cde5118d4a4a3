import { getMe, type User } from '@restvarde/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';
import { takePrefetched } from '../../base/api/prefetched.ts';

/** The current user. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  // Never aborted: pages await it before it has an observer.
  queryFn: async () => ((await takePrefetched('me'))?.answer as User | undefined) ?? call(getMe),
  staleTime: 5 * 60_000,
});
