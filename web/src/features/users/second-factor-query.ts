import { readSecondFactor } from '@restvarde/contract/auth/second-factor';
import { may } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';

/** The user's own authenticator app (SEC-5). */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(readSecondFactor, { signal }),
});

/** Staff who log in by password may add one (SEC-5). */
export const mayAddSecondFactor = (me: User): boolean => may.manageAuctions(me) && !me.is_ad_user;
