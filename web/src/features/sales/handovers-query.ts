import { listHandovers } from '@restvarde/contract/sales/handovers';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';

/** What is to be collected, with any filter. */
export const HANDOVERS = ['handovers'] as const;

export interface HandoverSearch {
  state?: 'handed_over';
  company?: string;
}

/** What is to be collected, or was, page by page (PICK-7). */
export const handoversQuery = (filter: HandoverSearch) =>
  infiniteQueryOptions({
    queryKey: [...HANDOVERS, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listHandovers, {
        query: filter,
        signal,
        ...(pageParam !== null && { address: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
