import type { User } from '@restvarde/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../users/queries.ts';
import { loadBasics } from './load-basics.ts';

/** Lets somebody who has logged in on to a page: who it is, and what most pages need (AUTH-11). */
export async function enter(client: QueryClient): Promise<User> {
  const me = await client.ensureQueryData(meQuery);
  loadBasics(client, me);
  return me;
}

/** Asks for an auction beside its page's script, and waits for neither. */
export function askForAuction(client: QueryClient, id: string): void {
  if (!/^\d+$/.test(id)) return;
  import('../bids/auction-query.ts').then(
    ({ auctionQuery }) => client.prefetchQuery(auctionQuery(Number(id))),
    // The page needs the same script, and says so when it does not come.
    () => {},
  );
}

const loadLists = () => import('../auctions/auction-list-page.tsx');

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
