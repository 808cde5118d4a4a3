import { listHandovers } from '@restvarde/contract/sale-calls/handovers';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';

/** The query key of all handover lists. */
export const HANDOVERS = ['handovers'] as const;

export interface HandoverSearch {
  state?: 'handed_over';
  company?: string;
  /** A buyer's code, or a part of a number (PICK-16). */
  q?: string;
}

/** Objects to be collected, or already collected, page by page (PICK-7). */
export const handoversQuery = (filter: HandoverSearch) =>
  infiniteQueryOptions({
    queryKey: [...HANDOVERS, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listHandovers, { query: filter, signal, address: pageParam ?? undefined }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
