import { suggestAuctions } from '@restvarde/contract/auctions/list-auctions';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../base/api/call.ts';

/** The suggestions of the header's search (LIST-11). */
export const suggestionsQuery = (q: string, company: string | undefined) =>
  queryOptions({
    queryKey: ['suggestions', q, company],
    queryFn: ({ signal }) => call(suggestAuctions, { query: { q, company }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
