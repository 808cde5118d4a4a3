import {
  type AuctionSearch,
  readAuctionSearch,
  searchOfState,
  stateOfSearch,
} from '../../features/auctions/auction-search.ts';

/** The search of the home page's URL (HOME-2). Undefined means no such filter. */
export type HomeSearch = Pick<
  AuctionSearch,
  'company' | 'category' | 'start_dt' | 'end_dt' | 'is_active' | 'has_started'
>;

/** Parses a search. Drops invalid values and those that are not filters of the home page. */
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

/** The number of active filters. A superuser's company does not count. */
export function countFilters(search: HomeSearch): number {
  const { category, start_dt, end_dt } = search;
  return [stateOfSearch(search), category, start_dt, end_dt].filter((value) => value != null)
    .length;
}

/**
 * The list behind a tile: the same filters, limited to the auctions of the tile unless a state is chosen. Only active
 * auctions are ongoing, only ended ones have a winner.
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
