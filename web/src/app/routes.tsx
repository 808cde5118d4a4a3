import { type Gate, may } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Navigate,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { queryClient } from '../base/api/query-client.ts';
import { lazyPage } from '../base/frame/lazy-page.ts';
import { PageError } from '../base/frame/page-error.tsx';
import { PagePending } from '../base/frame/page-pending.tsx';
import { scrollPlaceKey } from '../base/frame/scroll-place.ts';
import { session } from '../base/session/current.ts';
import { rememberReturn } from '../base/session/return-path.ts';
import { paths } from '../base/urls/paths.ts';
import { readSearch, writeSearch } from '../base/urls/search-params.ts';
import { readAuctionSearch, readCompanySearch } from '../features/auctions/auction-search.ts';
import { readStationSearch } from '../features/stations/station-search.ts';
import { Shell } from '../pages/shell/shell.tsx';
import { FrontPage } from './front-page.tsx';
import { headerBar } from './header-bar.ts';

const loadInside = () => import('./signed-in.ts');

/** A page of those who have logged in. Where each is found is no part of the login's script. */
function insidePage(name: keyof Awaited<ReturnType<typeof loadInside>>['pages']) {
  return lazyPage(async () => (await loadInside()).pages[name]());
}

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: () => <Shell signedInBar={headerBar} />,
  // ROLE-18: an address that does not exist leads to the first page.
  notFoundComponent: () => <Navigate to="/" replace />,
});

/**
 * The login; Hem for case managers and above who have logged in, while the rest are sent on to the auctions
 * (ROLE-3).
 */
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readAuctionSearch,
  async beforeLoad({ context }) {
    if (!session.isLoggedIn()) return { me: null };
    const { enter } = await loadInside();
    const me = await enter(context.queryClient);
    if (!may.manageAuctions(me)) throw redirect({ to: paths.auctions, replace: true });
    return { me };
  },
  component: FrontPage,
});

const twoFactor = createRoute({
  getParentRoute: () => root,
  path: paths.twoFactor,
  beforeLoad() {
    if (session.get().two_factor_uuid === null) throw redirect({ to: '/', replace: true });
  },
  component: lazyPage(() => import('../pages/auth/two-factor-page.tsx')),
});

const adfsCallback = createRoute({
  getParentRoute: () => root,
  path: paths.adfsCallback,
  component: lazyPage(() => import('../pages/auth/adfs-callback-page.tsx')),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: paths.forgotPassword,
  component: lazyPage(() => import('../pages/auth/forgot-password-page.tsx')),
});

const createPassword = createRoute({
  getParentRoute: () => root,
  path: paths.createPassword('$token'),
  component: lazyPage(() => import('../pages/auth/create-password-page.tsx')),
});

const personalData = createRoute({
  getParentRoute: () => root,
  path: paths.personalData,
  component: lazyPage(() => import('../pages/terms/personal-data-page.tsx')),
});

const termsOfUse = createRoute({
  getParentRoute: () => root,
  path: paths.termsOfUse,
  component: lazyPage(() => import('../pages/terms/terms-of-use-page.tsx')),
});

const purchaseConditions = createRoute({
  getParentRoute: () => root,
  path: paths.purchaseConditions,
  component: lazyPage(() => import('../pages/terms/purchase-conditions-page.tsx')),
});

const accessibility = createRoute({
  getParentRoute: () => root,
  path: paths.accessibility,
  component: lazyPage(() => import('../pages/terms/accessibility-page.tsx')),
});

/** Everything that needs a login. Whoever has none is shown the login, and comes back after it. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  async beforeLoad({ location, context, preload }) {
    if (!session.isLoggedIn()) {
      if (!preload) rememberReturn(location.href);
      throw redirect({ to: '/', replace: true });
    }
    const { askBeside, enter } = await loadInside();
    void askBeside(context.queryClient, location);
    return { me: await enter(context.queryClient) };
  },
});

/** Fetches what a page shows to this person beyond what everybody sees, before it is shown. */
function preparing(name: 'auction' | 'auctions') {
  return async ({ context }: { context: { me: User } }) =>
    (await loadInside()).prepare(name, context.me);
}

/** Opens a page to those who may, and sends the rest to `/` (ROLE-18). */
export function only(gate: Gate) {
  return ({ context }: { context: { me: Parameters<Gate>[0] } }) => {
    if (!gate(context.me)) throw redirect({ to: '/', replace: true });
  };
}

const auctions = createRoute({
  getParentRoute: () => inside,
  path: paths.auctions,
  validateSearch: readAuctionSearch,
  beforeLoad: only(may.anyUser),
  loader: preparing('auctions'),
  component: insidePage('auctions'),
});

const auction = createRoute({
  getParentRoute: () => inside,
  path: paths.auction('$id') as '/auctions/$id',
  beforeLoad: only(may.anyUser),
  loader: preparing('auction'),
  component: insidePage('auction'),
});

const newAuction = createRoute({
  getParentRoute: () => inside,
  path: paths.newAuction,
  validateSearch: readCompanySearch,
  beforeLoad: only(may.manageAuctions),
  component: insidePage('newAuction'),
});

const changeAuction = createRoute({
  getParentRoute: () => inside,
  path: paths.changeAuction('$id') as '/auctions/$id/change',
  beforeLoad: only(may.manageAuctions),
  component: insidePage('changeAuction'),
});

const myAuctions = createRoute({
  getParentRoute: () => inside,
  path: paths.myAuctions,
  validateSearch: readAuctionSearch,
  beforeLoad: only(may.actAsStation),
  loader: preparing('auctions'),
  component: insidePage('myAuctions'),
});

const wonAuctions = createRoute({
  getParentRoute: () => inside,
  path: paths.wonAuctions,
  validateSearch: readAuctionSearch,
  beforeLoad: only(may.actAsStation),
  loader: preparing('auctions'),
  component: insidePage('wonAuctions'),
});

const account = createRoute({
  getParentRoute: () => inside,
  path: paths.account,
  beforeLoad: only(may.anyUser),
  component: insidePage('account'),
});

const contact = createRoute({
  getParentRoute: () => inside,
  path: paths.contact,
  validateSearch: readCompanySearch,
  beforeLoad: only(may.anyUser),
  component: insidePage('contact'),
});

const serviceStations = createRoute({
  getParentRoute: () => inside,
  path: paths.serviceStations,
  validateSearch: readStationSearch,
  beforeLoad: only(may.administer),
  component: insidePage('serviceStations'),
});

const newServiceStation = createRoute({
  getParentRoute: () => inside,
  path: paths.newServiceStation,
  validateSearch: readCompanySearch,
  beforeLoad: only(may.administer),
  component: insidePage('newServiceStation'),
});

const serviceStation = createRoute({
  getParentRoute: () => inside,
  path: paths.serviceStation('$id') as '/service-stations/$id',
  beforeLoad: only(may.administer),
  component: insidePage('serviceStation'),
});

const settings = createRoute({
  getParentRoute: () => inside,
  path: paths.settings,
  validateSearch: readCompanySearch,
  beforeLoad: only(may.openSettings),
  component: insidePage('settings'),
});

const settingsCategories = createRoute({
  getParentRoute: () => inside,
  path: paths.settingsCategories,
  validateSearch: readCompanySearch,
  beforeLoad: only(may.administer),
  component: insidePage('settingsCategories'),
});

const settingsStagingAreas = createRoute({
  getParentRoute: () => inside,
  path: paths.settingsStagingAreas,
  validateSearch: readCompanySearch,
  beforeLoad: only(may.administer),
  component: insidePage('settingsStagingAreas'),
});

const settingsStaff = createRoute({
  getParentRoute: () => inside,
  path: paths.settingsStaff,
  validateSearch: readCompanySearch,
  beforeLoad: only(may.administer),
  component: insidePage('settingsStaff'),
});

const settingsCompanies = createRoute({
  getParentRoute: () => inside,
  path: paths.settingsCompanies,
  validateSearch: readCompanySearch,
  beforeLoad: only(may.switchCompany),
  component: insidePage('settingsCompanies'),
});

const settingsMail = createRoute({
  getParentRoute: () => inside,
  path: paths.settingsMail,
  validateSearch: readCompanySearch,
  beforeLoad: only(may.switchCompany),
  component: insidePage('settingsMail'),
});

const routeTree = root.addChildren([
  home,
  twoFactor,
  adfsCallback,
  forgotPassword,
  createPassword,
  personalData,
  termsOfUse,
  purchaseConditions,
  accessibility,
  inside.addChildren([
    auctions,
    auction,
    newAuction,
    changeAuction,
    myAuctions,
    wonAuctions,
    serviceStations,
    newServiceStation,
    serviceStation,
    settings,
    settingsCategories,
    settingsStagingAreas,
    settingsStaff,
    settingsCompanies,
    settingsMail,
    account,
    contact,
  ]),
]);

/** The one map of the site. */
export const openRouter = (history?: RouterHistory) =>
  createRouter({
    ...(history && { history }),
    routeTree,
    context: { queryClient },
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    // What is fresh is for the query client to say.
    defaultPreloadStaleTime: 0,
    scrollRestoration: !import.meta.env.SSR,
    getScrollRestorationKey: scrollPlaceKey,
    defaultErrorComponent: PageError,
    defaultPendingComponent: PagePending,
    // The page before stays for a moment, so that what is quick does not blink.
    defaultPendingMs: 300,
    defaultPendingMinMs: 300,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof openRouter>;
  }

  interface HistoryState {
    /** What single sign-on was refused with, for the login to show (AUTH-6). */
    login_error?: string;
    /** The masked address that a code went to, and when, in device time (AUTH-3). */
    sent_to?: string;
    sent_at?: number;
  }
}
