import { listSlots } from '@restvarde/contract/sale-calls/collections';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../base/api/call.ts';

/** The free slots of an auction's pickup (PICK-13). Others book them too, so they are fetched again when shown. */
export const slotsQuery = (auction: number) =>
  queryOptions({
    queryKey: ['slots', auction],
    queryFn: ({ signal }) => call(listSlots, { params: { id: auction }, signal }),
    staleTime: 30_000,
  });
