import { getMe } from '@restvarde/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';

/** Who is logged in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  // Never cut off: pages wait for it before there is anybody who would watch it.
  queryFn: () => call(getMe),
  staleTime: 5 * 60_000,
});
