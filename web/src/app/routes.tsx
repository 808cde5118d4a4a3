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

const adfsCallback = createRoute({
  getParentRoute: () => root,
  path: paths.adfsCallback,
  ...publicPage('auth/adfs-callback-page.tsx'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: paths.forgotPassword,
  ...publicPage('auth/forgot-password-page.tsx', { hasFirstView: true }),
});

const createPassword = createRoute({
  getParentRoute: () => root,
  path: paths.createPassword('$token'),
  ...publicPage('auth/create-password-page.tsx', { hasFirstView: true }),
});

const endSession = createRoute({
  getParentRoute: () => root,
  path: paths.endSession('$token'),
  ...publicPage('auth/end-session-page.tsx'),
});

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: paths.unsubscribe('$token'),
  ...publicPage('auth/unsubscribe-page.tsx'),
});

const phonePhotos = createRoute({
  getParentRoute: () => root,
  path: paths.phonePhotos,
  ...publicPage('phone-photos/phone-photos-page.tsx'),
});

const personalData = createRoute({
  getParentRoute: () => root,
  path: paths.personalData,
  ...publicPage('terms/personal-data-page.tsx', { hasFirstView: true }),
});

const termsOfUse = createRoute({
  getParentRoute: () => root,
  path: paths.termsOfUse,
  ...publicPage('terms/terms-of-use-page.tsx', { hasFirstView: true }),
});

const purchaseConditions = createRoute({
  getParentRoute: () => root,
  path: paths.purchaseConditions,
  ...publicPage('terms/purchase-conditions-page.tsx', { hasFirstView: true }),
});

const accessibility = createRoute({
  getParentRoute: () => root,
  path: paths.accessibility,
  ...publicPage('terms/accessibility-page.tsx', { hasFirstView: true }),
});

const help = createRoute({
  getParentRoute: () => root,
  path: paths.help,
  ...publicPage('help/help-page.tsx', { hasFirstView: true }),
});

const integrationsGuide = createRoute({
  getParentRoute: () => root,
  path: paths.integrationsGuide,
  ...publicPage('help/integrations-page.tsx', { hasFirstView: true }),
});

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

const auctions = createRoute({
  getParentRoute: () => signedIn,
  path: paths.auctions,
  validateSearch: readAuctionSearch,
  ...signedInPage('auction-list/auction-list-page.tsx', may.anyUser, {
    help: 'hitta',
    list: 'all',
    hasFirstView: true,
  }),
});

const auction = createRoute({
  getParentRoute: () => signedIn,
  path: paths.auction('$id') as '/auctions/$id',
  ...signedInPage('auction/auction-page.tsx', may.anyUser, {
    help: 'auktionens-sida',
    hasFirstView: true,
  }),
});

const newAuction = createRoute({
  getParentRoute: () => signedIn,
  path: paths.newAuction,
  validateSearch: readCompanySearch,
  ...signedInPage('auction-form/new-auction-page.tsx', may.manageAuctions, {
    help: 'lagg-upp',
    hasFirstView: true,
  }),
});

const importAuctions = createRoute({
  getParentRoute: () => signedIn,
  path: paths.importAuctions,
  validateSearch: readCompanySearch,
  ...signedInPage('auction-import/auction-import-page.tsx', may.manageAuctions, {
    help: 'lagg-upp',
  }),
});

const changeAuction = createRoute({
  getParentRoute: () => signedIn,
  path: paths.changeAuction('$id') as '/auctions/$id/change',
  ...signedInPage('auction-form/change-auction-page.tsx', may.manageAuctions, { help: 'lagg-upp' }),
});

const relistAuction = createRoute({
  getParentRoute: () => signedIn,
  path: paths.relistAuction('$id') as '/auctions/$id/relist',
  ...signedInPage('auction-form/relist-auction-page.tsx', may.manageAuctions, { help: 'lagg-upp' }),
});

const myAuctions = createRoute({
  getParentRoute: () => signedIn,
  path: paths.myAuctions,
  validateSearch: readAuctionSearch,
  ...signedInPage('auction-list/auction-list-page.tsx', may.actAsStation, {
    list: 'mine',
    help: 'bevaka',
    hasFirstView: true,
  }),
});

const wonAuctions = createRoute({
  getParentRoute: () => signedIn,
  path: paths.wonAuctions,
  validateSearch: readAuctionSearch,
  ...signedInPage('auction-list/auction-list-page.tsx', may.actAsStation, {
    list: 'won',
    help: 'vunna',
    hasFirstView: true,
  }),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: paths.account,
  ...signedInPage('account/account-page.tsx', may.anyUser, { help: 'konto' }),
});

const contact = createRoute({
  getParentRoute: () => signedIn,
  path: paths.contact,
  validateSearch: readCompanySearch,
  ...signedInPage('contact/contact-page.tsx', may.anyUser),
});

const settle = createRoute({
  getParentRoute: () => signedIn,
  path: paths.settle,
  validateSearch: readCompanySearch,
  ...signedInPage('home/settle-page.tsx', may.manageAuctions, { help: 'avgora' }),
});

const handovers = createRoute({
  getParentRoute: () => signedIn,
  path: paths.handovers,
  validateSearch: readHandoverSearch,
  ...signedInPage('handovers/handovers-page.tsx', may.handOver, { help: 'utlamningar' }),
});

const serviceStations = createRoute({
  getParentRoute: () => signedIn,
  path: paths.serviceStations,
  validateSearch: readStationSearch,
  ...signedInPage('stations/station-list-page.tsx', may.administer, { help: 'verkstader' }),
});

const newServiceStation = createRoute({
  getParentRoute: () => signedIn,
  path: paths.newServiceStation,
  validateSearch: readCompanySearch,
  ...signedInPage('stations/new-station-page.tsx', may.administer, { help: 'verkstader' }),
});

const serviceStation = createRoute({
  getParentRoute: () => signedIn,
  path: paths.serviceStation('$id') as '/service-stations/$id',
  ...signedInPage('stations/station-page.tsx', may.administer, { help: 'verkstader' }),
});

/** A page of the settings. For a superuser the URL names the company. */
const settingsPage = <const Path extends string>(
  path: Path,
  module: string,
  facts: PageFacts = {},
  check: PermissionCheck = may.administer,
) =>
  createRoute({
    getParentRoute: () => signedIn,
    path,
    validateSearch: readCompanySearch,
    ...signedInPage(`settings/${module}-page.tsx`, check, facts),
  });

const routeTree = root.addChildren([
  home,
  twoFactor,
  secondFactor,
  adfsCallback,
  forgotPassword,
  createPassword,
  endSession,
  unsubscribe,
  phonePhotos,
  personalData,
  termsOfUse,
  purchaseConditions,
  accessibility,
  help,
  integrationsGuide,
  signedIn.addChildren([
    auctions,
    auction,
    newAuction,
    importAuctions,
    changeAuction,
    relistAuction,
    myAuctions,
    wonAuctions,
    settle,
    handovers,
    serviceStations,
    newServiceStation,
    serviceStation,
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
    account,
    contact,
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
