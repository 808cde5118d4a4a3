import { may } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import { paths } from '../base/urls/paths.ts';
import { readAuctionSearch } from '../features/auctions/auction-search.ts';
import type { AuctionListKind } from '../features/auctions/list-query.ts';
import { meQuery } from '../features/users/queries.ts';
import { SignedInBar } from '../pages/shell/signed-in-bar.tsx';
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
      const { auctionQuery } = await import('../features/auctions/auction-query.ts');
      await client.prefetchQuery(auctionQuery(Number(id)));
    } else if (kind !== undefined) {
      const { auctionListQuery } = await import('../features/auctions/list-query.ts');
      // Two of the lists are for workshops alone.
      if (kind !== 'all' && !may.actAsStation(await client.ensureQueryData(meQuery))) return;
      const { pages: _, ...filter } = readAuctionSearch({ ...address.search });
      await client.prefetchInfiniteQuery(auctionListQuery(kind, filter));
    }
  } catch {
    // The page's own question will tell.
  }
}

const loadLists = () => import('../pages/auction-list/auction-list-page.tsx');

/** What their header holds. */
export const headerBar = SignedInBar;

/** The pages behind the login, each fetched when it is gone to. */
export const pages = {
  home: () => import('../pages/home/home-page.tsx'),
  auctions: loadLists,
  myAuctions: async () => ({ default: (await loadLists()).MyAuctionsPage }),
  wonAuctions: async () => ({ default: (await loadLists()).WonAuctionsPage }),
  auction: () => import('../pages/auction/auction-page.tsx'),
  newAuction: () => import('../pages/auction-form/new-auction-page.tsx'),
  changeAuction: () => import('../pages/auction-form/change-auction-page.tsx'),
  serviceStations: () => import('../pages/stations/station-list-page.tsx'),
  newServiceStation: () => import('../pages/stations/new-station-page.tsx'),
  serviceStation: () => import('../pages/stations/station-page.tsx'),
  settings: () => import('../pages/settings/settings-page.tsx'),
  settingsCategories: () => import('../pages/settings/categories-page.tsx'),
  settingsStagingAreas: () => import('../pages/settings/staging-areas-page.tsx'),
  settingsStaff: () => import('../pages/settings/staff-page.tsx'),
  settingsCompanies: () => import('../pages/settings/companies-page.tsx'),
  settingsMail: () => import('../pages/settings/mail-page.tsx'),
  account: () => import('../pages/account/account-page.tsx'),
  contact: () => import('../pages/contact/contact-page.tsx'),
} as const;

/**
 * Fetches what the first view of an auction or a list shows to this person beyond what everybody sees. What does
 * not come is told of in its place.
 */
export async function prepare(name: 'auction' | 'auctions', me: User): Promise<void> {
  const page = await pages[name]();
  await page.prepare(me).catch(() => {});
}
