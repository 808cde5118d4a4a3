import { readSecondFactor } from '@restvarde/contract/auth/second-factor';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';

/** One's own authenticator app (SEC-5). */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(readSecondFactor, { signal }),
});
