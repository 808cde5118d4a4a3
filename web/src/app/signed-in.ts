import { may } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import { readAuctionSearch } from '../features/auctions/auction-search.ts';
import { meQuery } from '../features/users/queries.ts';
import { SignedInBar } from '../pages/shell/signed-in-bar.tsx';
import { loadBasics } from './load-basics.ts';
import { findPage, type PageFacts, type PageModule } from './page-facts.ts';

/** What their header holds. */
export const headerBar = SignedInBar;

const PAGES = import.meta.glob<PageModule>(['../pages/*/*-page.tsx', '!../pages/{auth,terms}/*']);

/** Fetches a page behind the login by its module. */
export const loadPage = (module: string) => findPage(PAGES, module);

/** Fetches what a page shows to this person. What does not come is told of in its place. */
export async function preparePage(module: string, me: User): Promise<void> {
  const page = await loadPage(module);
  await page.prepare?.(me).catch(() => {});
}

/** Lets somebody who has logged in on to a page: who it is, and what most pages need (AUTH-11). */
export async function enter(client: QueryClient): Promise<User> {
  const me = await client.ensureQueryData(meQuery);
  // What the server draws is about what it has been given.
  if (!import.meta.env.SSR) loadBasics(client, me);
  return me;
}

/** A route that an address leads to, the page's own last. */
interface Match {
  staticData: PageFacts;
  params: Record<string, unknown>;
  search: Record<string, unknown>;
}

/**
 * Asks for the auction or the list that a page is about, beside asking who is there and for the page's script.
 * Nobody waits for it, and what does not come the page asks for, and tells of, itself.
 */
export async function askBeside(client: QueryClient, matches: readonly Match[]): Promise<void> {
  const page = matches.at(-1);
  try {
    if (page?.staticData.module === 'auction/auction-page.tsx') await askForAuction(client, page);
    else if (page?.staticData.list !== undefined) await askForList(client, page);
  } catch {
    // The page's own question will tell.
  }
}

async function askForAuction(client: QueryClient, { params }: Match): Promise<void> {
  const id = Number(params.id);
  if (!Number.isInteger(id)) return;
  const { auctionQuery } = await import('../features/auctions/auction-query.ts');
  await client.prefetchQuery(auctionQuery(id));
}

async function askForList(client: QueryClient, { staticData, search }: Match): Promise<void> {
  const { list = 'all' } = staticData;
  const { auctionListQuery } = await import('../features/auctions/list-query.ts');
  // Two of the lists are for workshops alone.
  if (list !== 'all' && !may.actAsStation(await client.ensureQueryData(meQuery))) return;
  const { pages: _, ...filter } = readAuctionSearch(search);
  await client.prefetchInfiniteQuery(auctionListQuery(list, filter));
}
