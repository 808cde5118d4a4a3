import { listStaff } from '@restvarde/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';

/** The staff of the caller's company. For a superuser all, or those of a named company (DATA-1). */
export const staffQuery = (company?: string) =>
  queryOptions({
    queryKey: ['staff', company ?? null],
    queryFn: ({ signal }) => call(listStaff, { query: { company }, signal }),
  });
