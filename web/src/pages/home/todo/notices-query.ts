import { listNotices } from '@restvarde/contract/notices';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../base/api/call.ts';

/** The user's tasks that do not belong to an auction (GEN-6). A superuser may name a company. */
export const noticesQuery = (company?: string) =>
  queryOptions({
    queryKey: ['notices', company ?? null],
    queryFn: ({ signal }) => call(listNotices, { query: { company }, signal }),
    staleTime: 0,
  });
