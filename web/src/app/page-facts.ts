import type { PermissionCheck } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import type { ComponentType } from 'react';
import type { AuctionListKind } from '../features/auctions/list-query.ts';

/**
 * The properties of a page that are known before its script is loaded. The build writes them to `pages.json`
 * (`site-pages.ts`).
 */
export interface PageFacts {
  /** The page's module, below `src/pages`. */
  module?: string;
  /** The page requires a login. */
  isSignedIn?: boolean;
  /** The permission that the page requires. */
  may?: PermissionCheck;
  /**
   * The page has a first view, rendered by the build for everybody or by the server for signed-in users
   * (`view-queries.ts`).
   */
  hasFirstView?: boolean;
  /** The module of another page at the same address, for signed-in users. */
  signedInModule?: string;
  /** The redirect target for signed-in users who may not see that page. */
  otherwise?: string;
  /** The section of the help about this page (SHELL-10). */
  help?: string;
  /** The kind of auction list it shows. */
  list?: AuctionListKind;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends PageFacts {}
}

/** The exports of a page's module. */
export interface PageModule {
  default: ComponentType;
  /** Fetches the user's data for the page before it is shown. */
  prepare?: (me: User) => Promise<void>;
}

/** Returns whether the page is listed in `rare-pages.ts`. */
export const isRare = (module: string) =>
  /^(settings|stations|account|contact|auction-import)\//.test(module);

/** Loads a module found by a glob. Throws if the page is not among them. */
export function findPage(
  pages: Record<string, () => Promise<PageModule>>,
  module: string,
): Promise<PageModule> {
  const load = pages[`../pages/${module}`];
  if (load === undefined) throw new Error(`${module} is not a page.`);
  return load();
}
