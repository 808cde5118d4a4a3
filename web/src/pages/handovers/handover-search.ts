import { readCompanySearch } from '../../features/auctions/auction-search.ts';
import type { HandoverSearch } from '../../features/sales/handovers-query.ts';

/** Reads the address of «Utlämningar»; what makes no sense falls away. */
export const readHandoverSearch = (search: Record<string, unknown>): HandoverSearch => ({
  ...readCompanySearch(search),
  ...(search.state === 'handed_over' && { state: search.state }),
});
