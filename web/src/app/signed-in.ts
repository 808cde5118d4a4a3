import { may } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { takePrefetched } from '../base/api/prefetched.ts';
import { session } from '../base/session/current.ts';
import { paths } from '../base/urls/paths.ts';
import { readAuctionSearch } from '../features/auctions/auction-search.ts';
import { categoriesQuery, stagingAreasQuery } from '../features/categories/queries.ts';
import { companiesQuery, companyQuery } from '../features/companies/queries.ts';
import { readPushDevice } from '../features/push/push-device.ts';
import { ownStationQuery } from '../features/stations/queries.ts';
import { meQuery } from '../features/users/queries.ts';
import { SignedInBar } from '../pages/shell/signed-in-bar.tsx';
import { findPage, isRare, type PageFacts, type PageModule } from './page-facts.ts';

/** The signed-in part of the header. */
export const headerBar = SignedInBar;

const PAGES = import.meta.glob<PageModule>([
  '../pages/*/*-page.tsx',
  '!../pages/{auth,phone-photos,terms,settings,stations,account,contact,auction-import}/*',
]);

/** Loads a page behind the login. The map of rare pages is loaded only when needed. */
export async function loadPage(module: string): Promise<PageModule> {
  if (!isRare(module)) return findPage(PAGES, module);
  const { loadRarePage } = await import('./rare-pages.ts');
  return loadRarePage(module);
}

/** Fetches the user's data for a page. The page itself reports what fails. */
export async function preparePage(module: string, me: User): Promise<void> {
  const page = await loadPage(module);
  await page.prepare?.(me).catch(() => {});
}

/** Loads the current user, and starts to load the page's data and what most pages need (AUTH-11). */
export async function enter(client: QueryClient, matches: readonly Match[] = []): Promise<User> {
  await hydrateView(client);
  const page = matches.at(-1);
  if (page !== undefined) void prefetchPage(client, page);
  const me = await client.ensureQueryData(meQuery);
  // SEC-7: the server refuses everything else.
  if (me.must_add_second_factor) throw redirect({ to: paths.secondFactor, replace: true });
  // The server renders with the data it has been given.
  if (!import.meta.env.SSR) loadBasics(client, me);
  return me;
}

/** Fills the query cache with the data of the server-rendered view, so that nothing is fetched twice. */
async function hydrateView(client: QueryClient): Promise<void> {
  const view = await takePrefetched('view');
  if (view === null) return;
  const { queries, mutations } = view.answer as DehydratedState;
  // Replaces the server's time: the query client computes the age of the data by this device's clock.
  const state = { dataUpdatedAt: view.received_ms };
  hydrate(client, {
    mutations,
    queries: queries.map((query) => ({ ...query, state: { ...query.state, ...state } })),
  });
}

/**
 * Prefetches what most pages need, as soon as the user is known (AUTH-11). The query client logs failures, and the
 * page that needs the data fetches it again.
 */
function loadBasics(client: QueryClient, me: User): void {
  void client.prefetchQuery(categoriesQuery());
  void client.prefetchQuery(stagingAreasQuery());
  // A superuser belongs to no company and has not chosen one yet.
  if (!me.is_superuser) void client.prefetchQuery(companyQuery());
  if (may.administer(me)) void client.prefetchQuery(companiesQuery);
  if (may.actAsStation(me)) {
    void client.prefetchQuery(ownStationQuery);
    renewNotifications(me);
  }
}

/** Renews the push subscription if the user has logged in again on this device since it was made (PUSH-2). */
function renewNotifications({ id }: User): void {
  const device = readPushDevice();
  if (device?.user !== id || device.login === session.loginId()) return;
  void import('../features/push/registration.ts')
    .then(({ renewPush }) => renewPush(id))
    // «Mitt konto» shows that they are off.
    .catch(() => {});
}

/** A matched route. */
interface Match {
  staticData: PageFacts;
  /** An object, except at the root. */
  params: unknown;
  search: unknown;
}

/**
 * Prefetches the auction or list that a page shows, in parallel with the current user and the page's script. The page
 * itself fetches and reports what fails.
 */
async function prefetchPage(
  client: QueryClient,
  { staticData: { module, list }, params, search }: Match,
): Promise<void> {
  try {
    if (module === 'auction/auction-page.tsx') {
      const id = Number((params as { id?: string }).id);
      if (!Number.isInteger(id)) return;
      const { auctionQuery } = await import('../features/auctions/auction-query.ts');
      await client.prefetchQuery(auctionQuery(id));
    } else if (list !== undefined) {
      const { auctionListQuery } = await import('../features/auctions/list-query.ts');
      // The other two lists are for workshops only.
      if (list !== 'all' && !may.actAsStation(await client.ensureQueryData(meQuery))) return;
      const { pages: _, ...filter } = readAuctionSearch(search as Record<string, unknown>);
      await client.prefetchInfiniteQuery(auctionListQuery(list, filter));
    }
  } catch {
    // The page's own query reports the error.
  }
}
