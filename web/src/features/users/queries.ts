import { getMe, type User } from '@restvarde/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';
import { takePrefetched } from '../../base/api/prefetched.ts';

/** Who is logged in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  // Never cut off: pages wait for it before there is anybody who would watch it.
  queryFn: async () => ((await takePrefetched('me'))?.answer as User | undefined) ?? call(getMe),
  staleTime: 5 * 60_000,
});
