import type { User } from '@restvarde/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { paths } from '../base/urls/paths.ts';
import { meQuery } from '../features/users/queries.ts';
import { SignedInBar } from '../pages/shell/signed-in-bar.tsx';
import { hydrateView } from './hydrate-view.ts';
import { loadBasics } from './load-basics.ts';
import { findPage, isRare, type PageModule } from './page-facts.ts';
import { type Match, prefetchPage } from './page-query.ts';

/** The signed-in part of the header. */
export const headerBar = SignedInBar;

const PAGES = import.meta.glob<PageModule>([
  '../pages/*/*-page.tsx',
  '!../pages/{auth,terms,settings,stations,account,contact}/*',
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

/** Loads the current user and the data of the page and of most pages (AUTH-11). */
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
