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

/** What their header holds. */
export const headerBar = SignedInBar;

const PAGES = import.meta.glob<PageModule>([
  '../pages/*/*-page.tsx',
  '!../pages/{auth,terms,settings,stations,account,contact}/*',
]);

/** Fetches a page behind the login by its module. Where those that are rarely come to are found, few need to know. */
export async function loadPage(module: string): Promise<PageModule> {
  if (!isRare(module)) return findPage(PAGES, module);
  const { loadRarePage } = await import('./rare-pages.ts');
  return loadRarePage(module);
}

/** Fetches what a page shows to this person. What does not come is told of in its place. */
export async function preparePage(module: string, me: User): Promise<void> {
  const page = await loadPage(module);
  await page.prepare?.(me).catch(() => {});
}

/** Lets somebody who has logged in on to a page: who it is, what the page and most pages need (AUTH-11). */
export async function enter(client: QueryClient, matches: readonly Match[] = []): Promise<User> {
  await hydrateView(client);
  const page = matches.at(-1);
  if (page !== undefined) void prefetchPage(client, page);
  const me = await client.ensureQueryData(meQuery);
  // SEC-7: the server refuses all else.
  if (me.must_add_second_factor) throw redirect({ to: paths.secondFactor, replace: true });
  // What the server renders is about what it has been given.
  if (!import.meta.env.SSR) loadBasics(client, me);
  return me;
}
