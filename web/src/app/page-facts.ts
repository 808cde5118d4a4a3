import type { PermissionCheck } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import type { ComponentType } from 'react';
import type { AuctionListKind } from '../features/auctions/list-query.ts';

/** What is known of a page before its script is there. The build makes `pages.json` of it (`site-pages.ts`). */
export interface PageFacts {
  /** The page's module, below `src/pages`. */
  module?: string;
  /** Only who has logged in comes to it. */
  isSignedIn?: boolean;
  /** Who of them may see it. */
  may?: PermissionCheck;
  /** Is its first view rendered: by the build for everybody, by the server for who has logged in (`view-queries.ts`)? */
  hasFirstView?: boolean;
  /** The module of another page at the same address, for those who have logged in. */
  signedInModule?: string;
  /** Where those of them are led who may not see that one. */
  otherwise?: string;
  /** The section of the help that is about it (SHELL-10). */
  help?: string;
  /** Which list of auctions it shows. */
  list?: AuctionListKind;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends PageFacts {}
}

/** What a page's module exports. */
export interface PageModule {
  default: ComponentType;
  /** Fetches what the page shows to this person beyond what everybody sees, before it is shown. */
  prepare?: (me: User) => Promise<void>;
}

/** Is the page one of those that are looked for in `rare-pages.ts`? */
export const isRare = (module: string) => /^(settings|stations|account|contact)\//.test(module);

/** Loads one of the modules that a glob has found. Throws for a page that is not among them. */
export function findPage(
  pages: Record<string, () => Promise<PageModule>>,
  module: string,
): Promise<PageModule> {
  const load = pages[`../pages/${module}`];
  if (load === undefined) throw new Error(`${module} is no page.`);
  return load();
}
