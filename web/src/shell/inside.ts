import { may } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import { readAuctionSearch } from '../auctions/auction-search.ts';
import type { AuctionListKind } from '../auctions/list-query.ts';
import { paths } from '../paths.ts';
import { meQuery } from '../users/queries.ts';
import { InsideBar } from './inside-bar.tsx';
import { loadBasics } from './load-basics.ts';

/** Lets somebody who has logged in on to a page: who it is, and what most pages need (AUTH-11). */
export async function enter(client: QueryClient): Promise<User> {
  const me = await client.ensureQueryData(meQuery);
  // What the server draws is about what it has been given.
  if (!import.meta.env.SSR) loadBasics(client, me);
  return me;
}

const LISTS: Record<string, AuctionListKind> = {
  [paths.auctions]: 'all',
  [paths.myAuctions]: 'mine',
  [paths.wonAuctions]: 'won',
};

/**
 * Asks for the auction or the list that an address is about, beside asking who is there and for the page's
 * script. Nobody waits for it, and what does not come the page asks for, and tells of, itself.
 */
export async function askBeside(
  client: QueryClient,
  address: { pathname: string; search: object },
): Promise<void> {
  const id = /^\/auctions\/(\d+)$/.exec(address.pathname)?.[1];
  const kind = LISTS[address.pathname];
  try {
    if (id !== undefined) {
      const { auctionQuery } = await import('../bids/auction-query.ts');
      await client.prefetchQuery(auctionQuery(Number(id)));
    } else if (kind !== undefined) {
      const { auctionListQuery } = await import('../auctions/list-query.ts');
      // Two of the lists are for workshops alone.
      if (kind !== 'all' && !may.actAsStation(await client.ensureQueryData(meQuery))) return;
      const { pages: _, ...filter } = readAuctionSearch({ ...address.search });
      await client.prefetchInfiniteQuery(auctionListQuery(kind, filter));
    }
  } catch {
    // The page's own question will tell.
  }
}

const loadLists = () => import('../auctions/auction-list-page.tsx');

/** What their header holds. */
export const headerBar = InsideBar;

/** The pages behind the login, each fetched when it is gone to. */
export const pages = {
  home: () => import('../home/home-page.tsx'),
  auctions: loadLists,
  myAuctions: async () => ({ default: (await loadLists()).MyAuctionsPage }),
  wonAuctions: async () => ({ default: (await loadLists()).WonAuctionsPage }),
  auction: () => import('../auctions/auction-page.tsx'),
  newAuction: () => import('../auctions/auction-form-page.tsx'),
  changeAuction: () => import('../auctions/change-auction-page.tsx'),
  serviceStations: () => import('../service-stations/station-list-page.tsx'),
  newServiceStation: () => import('../service-stations/new-station-page.tsx'),
  serviceStation: () => import('../service-stations/station-page.tsx'),
  settings: () => import('../settings/settings-page.tsx'),
  settingsCategories: () => import('../settings/categories-page.tsx'),
  settingsStagingAreas: () => import('../settings/staging-areas-page.tsx'),
  settingsStaff: () => import('../settings/staff-page.tsx'),
  settingsCompanies: () => import('../settings/companies-page.tsx'),
  settingsMail: () => import('../settings/mail-page.tsx'),
  account: () => import('../users/account-page.tsx'),
  contact: () => import('../companies/contact-page.tsx'),
} as const;

/**
 * Fetches what the first view of an auction or a list shows to this person beyond what everybody sees. What does
 * not come is told of in its place.
 */
export async function prepare(name: 'auction' | 'auctions', me: User): Promise<void> {
  const page = await pages[name]();
  await page.prepare(me).catch(() => {});
}
