import { getMe } from '@restvarde/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Who is logged in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(getMe, { signal }),
  staleTime: 5 * 60_000,
});
