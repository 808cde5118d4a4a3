import { may, type PermissionCheck } from '@restvarde/contract/roles';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Navigate,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { PageError } from '../base/frame/page-error.tsx';
import { PagePending } from '../base/frame/page-pending.tsx';
import { scrollPlaceKey } from '../base/frame/scroll-place.ts';
import { rememberReturn } from '../base/session/return-path.ts';
import type { Session } from '../base/session/session.ts';
import { paths } from '../base/urls/paths.ts';
import { readSearch, writeSearch } from '../base/urls/search-params.ts';
import { readAuctionSearch, readCompanySearch } from '../features/auctions/auction-search.ts';
import type { AuctionListKind } from '../features/auctions/list-query.ts';
import { readStationSearch } from '../features/stations/station-search.ts';
import { readHandoverSearch } from '../pages/handovers/handover-search.ts';
import { Shell } from '../pages/shell/shell.tsx';
import { FrontPage, HOME_PAGE, Home } from './front-page.tsx';
import { headerBar } from './header-bar.ts';
import type { PageFacts } from './page-facts.ts';
import { publicPage, signedInPage } from './page-options.ts';

interface AppContext {
  session: Session;
  queryClient: QueryClient;
}

const root = createRootRouteWithContext<AppContext>()({
  component: () => <Shell signedInBar={headerBar} />,
  // ROLE-18: an unknown URL leads to the first page.
  notFoundComponent: () => <Navigate to="/" replace />,
});

/** The login, or the home page for case managers and above. Other users are redirected to the auctions (ROLE-3). */
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readAuctionSearch,
  async beforeLoad({ context }) {
    if (!context.session.isLoggedIn()) return { me: null };
    const { enter } = await import('./signed-in.ts');
    const me = await enter(context.queryClient);
    if (!may.manageAuctions(me)) throw redirect({ to: paths.auctions, replace: true });
    return { me };
  },
  // Preloads the home page, as the router does for its own lazy pages. The login is already loaded.
  loader: ({ context: { me } }) => (me === null ? undefined : Home.preload?.()),
  component: FrontPage,
  staticData: {
    hasFirstView: true,
    signedInModule: HOME_PAGE,
    may: may.manageAuctions,
    otherwise: paths.auctions,
    help: 'att-gora',
  },
});

const twoFactor = createRoute({
  getParentRoute: () => root,
  path: paths.twoFactor,
  beforeLoad({ context: { session } }) {
    if (session.get().two_factor_uuid === null) throw redirect({ to: '/', replace: true });
  },
  ...publicPage('auth/two-factor-page.tsx'),
});

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: paths.secondFactor,
  beforeLoad({ context: { session } }) {
    if (!session.isLoggedIn()) throw redirect({ to: '/', replace: true });
  },
  ...publicPage('auth/second-factor-page.tsx'),
});

/** A public page without conditions. */
const publicRoute = <const Path extends string>(path: Path, module: string, facts?: PageFacts) =>
  createRoute({ getParentRoute: () => root, path, ...publicPage(module, facts) });

/** The routes that require a login. The login returns to the requested page. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  async beforeLoad({ location, context, preload, matches }) {
    if (!context.session.isLoggedIn()) {
      if (!preload) rememberReturn(location.href);
      throw redirect({ to: '/', replace: true });
    }
    const { enter } = await import('./signed-in.ts');
    return { me: await enter(context.queryClient, matches) };
  },
});

/** A page for users who have logged in and have a permission. */
const signedInRoute = <const Path extends string>(
  path: Path,
  module: string,
  check: PermissionCheck,
  facts?: PageFacts,
) => createRoute({ getParentRoute: () => signedIn, path, ...signedInPage(module, check, facts) });

/** Such a page with a search in its URL, which `validateSearch` parses. */
const searchRoute = <const Path extends string, Search extends object>(
  path: Path,
  validateSearch: (search: Record<string, unknown>) => Search,
  ...[module, check, facts]: Parameters<typeof signedInPage>
) =>
  createRoute({
    getParentRoute: () => signedIn,
    path,
    validateSearch,
    ...signedInPage(module, check, facts),
  });

/** A page of the settings. For a superuser the URL names the company. */
const settingsPage = <const Path extends string>(
  path: Path,
  module: string,
  facts: PageFacts = {},
  check: PermissionCheck = may.administer,
) => searchRoute(path, readCompanySearch, `settings/${module}-page.tsx`, check, facts);

const LIST_PAGE = 'auction-list/auction-list-page.tsx';

const routeTree = root.addChildren([
  home,
  twoFactor,
  secondFactor,
  publicRoute(paths.adfsCallback, 'auth/adfs-callback-page.tsx'),
  publicRoute(paths.forgotPassword, 'auth/forgot-password-page.tsx', { hasFirstView: true }),
  publicRoute(paths.createPassword('$token'), 'auth/create-password-page.tsx', {
    hasFirstView: true,
  }),
  publicRoute(paths.endSession('$token'), 'auth/end-session-page.tsx'),
  publicRoute(paths.unsubscribe('$token'), 'auth/unsubscribe-page.tsx'),
  publicRoute(paths.phonePhotos, 'phone-photos/phone-photos-page.tsx'),
  publicRoute(paths.personalData, 'terms/personal-data-page.tsx', { hasFirstView: true }),
  publicRoute(paths.termsOfUse, 'terms/terms-of-use-page.tsx', { hasFirstView: true }),
  publicRoute(paths.purchaseConditions, 'terms/purchase-conditions-page.tsx', {
    hasFirstView: true,
  }),
  publicRoute(paths.accessibility, 'terms/accessibility-page.tsx', { hasFirstView: true }),
  publicRoute(paths.help, 'help/help-page.tsx', { hasFirstView: true }),
  publicRoute(paths.integrationsGuide, 'help/integrations-page.tsx', { hasFirstView: true }),
  signedIn.addChildren([
    searchRoute(paths.auctions, readAuctionSearch, LIST_PAGE, may.anyUser, {
      help: 'hitta',
      list: 'all',
      hasFirstView: true,
    }),
    signedInRoute(
      paths.auction('$id') as '/auctions/$id',
      'auction/auction-page.tsx',
      may.anyUser,
      { help: 'auktionens-sida', hasFirstView: true },
    ),
    searchRoute(
      paths.newAuction,
      readCompanySearch,
      'auction-form/new-auction-page.tsx',
      may.manageAuctions,
      { help: 'lagg-upp', hasFirstView: true },
    ),
    searchRoute(
      paths.importAuctions,
      readCompanySearch,
      'auction-import/auction-import-page.tsx',
      may.manageAuctions,
      { help: 'lagg-upp' },
    ),
    signedInRoute(
      paths.changeAuction('$id') as '/auctions/$id/change',
      'auction-form/change-auction-page.tsx',
      may.manageAuctions,
      { help: 'lagg-upp' },
    ),
    signedInRoute(
      paths.relistAuction('$id') as '/auctions/$id/relist',
      'auction-form/relist-auction-page.tsx',
      may.manageAuctions,
      { help: 'lagg-upp' },
    ),
    searchRoute(paths.myAuctions, readAuctionSearch, LIST_PAGE, may.actAsStation, {
      list: 'mine',
      help: 'bevaka',
      hasFirstView: true,
    }),
    searchRoute(paths.wonAuctions, readAuctionSearch, LIST_PAGE, may.actAsStation, {
      list: 'won',
      help: 'vunna',
      hasFirstView: true,
    }),
    searchRoute(paths.settle, readCompanySearch, 'home/settle-page.tsx', may.manageAuctions, {
      help: 'avgora',
    }),
    searchRoute(paths.handovers, readHandoverSearch, 'handovers/handovers-page.tsx', may.handOver, {
      help: 'utlamningar',
    }),
    searchRoute(
      paths.serviceStations,
      readStationSearch,
      'stations/station-list-page.tsx',
      may.administer,
      { help: 'verkstader' },
    ),
    searchRoute(
      paths.newServiceStation,
      readCompanySearch,
      'stations/new-station-page.tsx',
      may.administer,
      { help: 'verkstader' },
    ),
    signedInRoute(
      paths.serviceStation('$id') as '/service-stations/$id',
      'stations/station-page.tsx',
      may.administer,
      { help: 'verkstader' },
    ),
    settingsPage(paths.settings, 'settings', {}, may.openSettings),
    settingsPage(paths.settingsCategories, 'categories', { help: 'kategorier-och-platser' }),
    settingsPage(paths.settingsStagingAreas, 'staging-areas', { help: 'kategorier-och-platser' }),
    settingsPage(paths.settingsStaff, 'staff', { help: 'personal' }),
    settingsPage(paths.settingsSignOn, 'sign-on', { help: 'inloggningstjanst' }),
    settingsPage(paths.settingsIntegrations, 'integrations', { help: 'integrationer' }),
    settingsPage(paths.settingsSecurity, 'security', { help: 'sakerhetslogg' }),
    settingsPage(paths.settingsEmails, 'emails', { help: 'bolaget' }),
    settingsPage(paths.settingsCompanies, 'companies', {}, may.switchCompany),
    settingsPage(paths.settingsMail, 'mail', {}, may.switchCompany),
    signedInRoute(paths.account, 'account/account-page.tsx', may.anyUser, { help: 'konto' }),
    searchRoute(paths.contact, readCompanySearch, 'contact/contact-page.tsx', may.anyUser),
  ]),
]);

/** Creates the router with all routes. */
export const openRouter = (context: AppContext, history?: RouterHistory) =>
  createRouter({
    ...(history && { history }),
    routeTree,
    context,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    // The query client decides what is fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: !import.meta.env.SSR,
    getScrollRestorationKey: scrollPlaceKey,
    defaultErrorComponent: PageError,
    defaultPendingComponent: PagePending,
    // Keep the previous page for a moment, so that quick loads do not flicker.
    defaultPendingMs: 300,
    defaultPendingMinMs: 300,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof openRouter>;
  }

  interface HistoryState {
    /** The list that the user came from, for the breadcrumb and the menu (LIST-16). */
    list?: AuctionListKind;
    /** The previous entry is the same page without the layer over it (AUC-2). */
    is_over?: boolean | undefined;
    /** The error of single sign-on, shown by the login (AUTH-6). */
    login_error?: string;
    /** The masked address that a code was sent to, and the device's time of sending (AUTH-3). */
    sent_to?: string;
    sent_at?: number;
  }
}
