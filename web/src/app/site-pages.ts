import type { SitePage } from '@restvarde/contract/first-view';
import { may, type PermissionCheck } from '@restvarde/contract/roles';
import { createMemoryHistory } from '@tanstack/react-router';
import { createQueryClient } from '../base/api/query-client.ts';
import { session } from '../base/session/current.ts';
import { isRare, type PageFacts } from './page-facts.ts';
import { openRouter } from './routes.tsx';
import { viewQueriesOf } from './view-queries.ts';

/** A page before the build: its modules besides the app's entry, by their names in Vite's manifest. */
export interface RoutedPage extends Omit<SitePage, 'file'> {
  /** Its HTML contains the view that everybody sees. */
  isForEverybody: boolean;
  /** Modules to preload with the entry, since every visitor of the page needs them. */
  preloads: string[];
  /** The modules of the signed-in page at the same address. */
  signedIn: string[];
  /** The modules of the redirect target. Its styles are needed at once. */
  redirectTarget: string[];
}

/** All pages of the routes, for the build. */
export function listPages(): RoutedPage[] {
  const { routesByPath } = openRouter(
    { session, queryClient: createQueryClient() },
    createMemoryHistory(),
  );
  const modules = new Map(
    Object.values(routesByPath).map(({ fullPath, options }) => [
      fullPath as string,
      options.staticData?.module,
    ]),
  );
  return Object.values(routesByPath).map(({ fullPath, options }) => {
    const facts = options.staticData ?? {};
    return pageOf(fullPath, facts, facts.otherwise && modules.get(facts.otherwise));
  });
}

const sourceOf = (module: string | undefined) =>
  module === undefined ? [] : [`src/pages/${module}`];

function pageOf(path: string, facts: PageFacts, target: string | undefined): RoutedPage {
  const { module, signedInModule, isSignedIn = false, hasFirstView = false } = facts;
  const own = sourceOf(module);
  const finder = module !== undefined && isRare(module) ? ['src/app/rare-pages.ts'] : [];
  const preloads = isSignedIn ? ['src/app/signed-in.ts', ...finder, ...own] : own;
  const signedIn = signedInModule ? ['src/app/signed-in.ts', ...sourceOf(signedInModule)] : [];
  return {
    path,
    view: hasFirstView && facts.may ? viewOf(facts, facts.may) : null,
    isForEverybody: hasFirstView && !isSignedIn,
    preloads,
    signedIn,
    redirectTarget: sourceOf(target),
    needs: signedInModule ? signedIn : preloads,
  };
}

function viewOf(facts: PageFacts, check: PermissionCheck): SitePage['view'] {
  const asks = viewQueriesOf(facts).map(({ endpoint }) => ({
    path: endpoint.path,
    may: nameOf(endpoint.may),
  }));
  return { may: nameOf(check), otherwise: facts.otherwise ?? null, asks };
}

/** @throws Error for a check that is none of `may` */
function nameOf(check: PermissionCheck): keyof typeof may {
  const names = Object.keys(may) as (keyof typeof may)[];
  const name = names.find((one) => may[one] === check);
  if (name === undefined) throw new Error('A permission check has no name.');
  return name;
}
