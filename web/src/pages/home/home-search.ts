import {
  type AuctionSearch,
  readAuctionSearch,
  searchOfState,
  stateOfSearch,
} from '../../features/auctions/auction-search.ts';

/** What the address of Hem says (HOME-2). Absent means: no such filter. */
export type HomeSearch = Pick<
  AuctionSearch,
  'company' | 'category' | 'start_dt' | 'end_dt' | 'is_active' | 'has_started'
>;

/** Reads an address; what makes no sense, or is no filter of Hem, falls away. */
export function readHomeSearch(search: Record<string, unknown>): HomeSearch {
  const { company, category, start_dt, end_dt, ...rest } = readAuctionSearch(search);
  const state = stateOfSearch(rest);
  const read = {
    company,
    category,
    start_dt,
    end_dt,
    ...(state === 'upcoming' ? {} : searchOfState(state)),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** How many filters are on; the company of a superuser is the place one is in. */
export function countFilters(search: HomeSearch): number {
  const { category, start_dt, end_dt } = search;
  return [stateOfSearch(search), category, start_dt, end_dt].filter((value) => value != null)
    .length;
}

/**
 * The list behind a tile: the same filters, narrowed to what the tile is made of, unless a state is chosen
 * already. Only active auctions are ongoing, only ended ones have a winner.
 */
export function listBehind(
  search: HomeSearch,
  tile: 'ongoing_auctions' | 'start_bid_total' | 'winning_bid_total',
): HomeSearch {
  if (stateOfSearch(search) !== null || tile === 'start_bid_total') return search;
  return readHomeSearch({
    ...search,
    ...searchOfState(tile === 'ongoing_auctions' ? 'active' : 'ended'),
  });
}
