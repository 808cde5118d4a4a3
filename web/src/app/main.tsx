import { createBrowserHistory } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
// Nearly every page calls the server: one script with this is smaller than two.
import '../base/api/call.ts';
import { createQueryClient } from '../base/api/query-client.ts';
import { leaveFirstPage } from '../base/frame/page.tsx';
import { session } from '../base/session/current.ts';
import { clearAnnouncements } from '../ui/announce.ts';
import { createApp } from './create-app.tsx';
import { headerBar } from './header-bar.ts';
import { holdRendered } from './rendered-view.ts';
import '../ui/styles/base.css';

const history = createBrowserHistory();

function openApp() {
  const queryClient = createQueryClient();
  return { queryClient, ...createApp({ session, queryClient, history }) };
}

/**
 * Prepares the app behind the server-rendered view. A login or logout meanwhile, in any tab, changes what the URL
 * means (AUTH-10): the app is then discarded and created again from the new session.
 */
async function prepareApp() {
  for (;;) {
    const isLoggedIn = session.isLoggedIn();
    const app = openApp();
    const header = isLoggedIn ? headerBar.load() : null;
    // The app reports scripts that fail to load.
    await Promise.all([app.router.load(), header]).catch(() => {});
    if (session.isLoggedIn() === isLoggedIn) return app;
    app.queryClient.clear();
  }
}

/** Follows logins and logouts once the app is shown. */
function followSession({ router, queryClient }: ReturnType<typeof openApp>): void {
  let wasLoggedIn = session.isLoggedIn();
  session.subscribe(() => void follow());

  async function follow() {
    const isLoggedIn = session.isLoggedIn();
    if (isLoggedIn === wasLoggedIn) return;
    wasLoggedIn = isLoggedIn;
    if (isLoggedIn) queryClient.clear();
    await router.invalidate();
    // Navigate first: a page that is still shown would refetch the cleared queries.
    if (!session.isLoggedIn()) queryClient.clear();
  }
}

/** Replaces the server-rendered view by the app once it is ready; without a view, shows the app at once. */
async function show(root: HTMLElement): Promise<void> {
  const isRendered = root.childElementCount > 0;
  if (globalThis.prefetch) globalThis.prefetch.isOver = true;
  const app = isRendered ? await prepareApp() : openApp();
  followSession(app);
  app.router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) clearAnnouncements();
  });
  const carryOver = isRendered ? holdRendered(root) : undefined;
  // The user may navigate before the first page has loaded; a redirect replaces the entry. Subscribe only now: a
  // router without a subscriber follows redirects itself.
  history.subscribe(({ action }) => {
    if (action.type !== 'REPLACE') leaveFirstPage();
  });
  // A transition renders in slices, so that the browser stays responsive.
  startTransition(() => createRoot(root).render(<app.App onShown={carryOver} />));
}

// A separate task: running the modules was one already, during which a slow device could not respond.
setTimeout(() => void show(document.getElementById('app') as HTMLElement));
