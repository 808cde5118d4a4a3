import { listNotices } from '@restvarde/contract/notices';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../base/api/call.ts';

/** What waits for this person and is no auction's (GEN-6); a superuser may name a company. */
export const noticesQuery = (company?: string) =>
  queryOptions({
    queryKey: ['notices', company ?? null],
    queryFn: ({ signal }) => call(listNotices, { query: { company }, signal }),
    staleTime: 0,
  });
