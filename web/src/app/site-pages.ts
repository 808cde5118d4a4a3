import type { SitePage } from '@restvarde/contract/first-view';
import { createMemoryHistory } from '@tanstack/react-router';
import { createQueryClient } from '../base/api/query-client.ts';
import { session } from '../base/session/current.ts';
import { isRare, type PageFacts } from './page-facts.ts';
import { openRouter } from './routes.tsx';

/** A page before it is built: the modules that it consists of beside the app's first, by their names in Vite's manifest. */
export interface RoutedPage extends Pick<SitePage, 'path' | 'first_view' | 'needs'> {
  /** Those that are fetched with the app's first, since everybody who comes to the page needs them. */
  preloads: string[];
}

/** Every page of the routes, for the build. */
export function listPages(): RoutedPage[] {
  const { routesByPath } = openRouter(
    { session, queryClient: createQueryClient() },
    createMemoryHistory(),
  );
  return Object.values(routesByPath).map(({ fullPath, options }) =>
    pageOf(fullPath, options.staticData ?? {}),
  );
}

function pageOf(path: string, facts: PageFacts): RoutedPage {
  const { module, signedInModule, isSignedIn = false, hasFirstView = false } = facts;
  const own = module === undefined ? [] : [`src/pages/${module}`];
  const finder = module !== undefined && isRare(module) ? ['src/app/rare-pages.ts'] : [];
  const preloads = isSignedIn ? ['src/app/signed-in.ts', ...finder, ...own] : own;
  return {
    path,
    first_view: hasFirstView ? (isSignedIn ? 'signed_in' : 'everybody') : null,
    preloads,
    needs: signedInModule ? ['src/app/signed-in.ts', `src/pages/${signedInModule}`] : preloads,
  };
}
