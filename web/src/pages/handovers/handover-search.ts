import { readCompanySearch } from '../../features/auctions/auction-search.ts';
import type { HandoverSearch } from '../../features/sales/handovers-query.ts';

/** Parses the URL of «Utlämningar». Drops invalid values. */
export const readHandoverSearch = (search: Record<string, unknown>): HandoverSearch => ({
  ...readCompanySearch(search),
  ...(search.state === 'handed_over' && { state: search.state }),
});
