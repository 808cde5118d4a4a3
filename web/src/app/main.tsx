import { createBrowserHistory } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
// Nearly every page calls the server: in the first file this comes to less than in one beside it.
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
 * Gets an app ready behind what the server has rendered. A login or a logout meanwhile, here or in another tab, changes what
 * the address means (AUTH-10): what was got ready is then discarded, and the next app starts from the new session.
 */
async function prepareApp() {
  for (;;) {
    const isLoggedIn = session.isLoggedIn();
    const app = openApp();
    const header = isLoggedIn ? headerBar.load() : null;
    // A part that does not come is reported by the app.
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
    // A page that is still shown would fetch again what is cleared: the login takes its place first.
    if (!session.isLoggedIn()) queryClient.clear();
  }
}

/** Puts the app in the place of what the server has rendered, once it can show as much; else at once. */
async function show(root: HTMLElement): Promise<void> {
  const isRendered = root.childElementCount > 0;
  if (globalThis.prefetch) globalThis.prefetch.isOver = true;
  const app = isRendered ? await prepareApp() : openApp();
  followSession(app);
  app.router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) clearAnnouncements();
  });
  const carryOver = isRendered ? holdRendered(root) : undefined;
  // From the menu one may go on before the first page has come; a redirect replaces where one is. Not earlier: a router
  // that nobody listens to goes where a redirect leads by itself.
  history.subscribe(({ action }) => {
    if (action.type !== 'REPLACE') leaveFirstPage();
  });
  // In slices, between which the browser can answer.
  startTransition(() => createRoot(root).render(<app.App onShown={carryOver} />));
}

// In a task of its own: to run the modules was one already, in which a slow device could not answer.
setTimeout(() => void show(document.getElementById('app') as HTMLElement));
