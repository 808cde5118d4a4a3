import { createBrowserHistory } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot, type Root } from 'react-dom/client';
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

/** Opens an app for the current login. */
function openApp() {
  const queryClient = createQueryClient();
  return { login: session.loginId(), queryClient, ...createApp({ session, queryClient, history }) };
}

type OpenApp = ReturnType<typeof openApp>;

/**
 * Prepares the app behind the server-rendered view. If the login changes meanwhile, in any tab, the app is discarded
 * and prepared again (AUTH-10).
 */
async function prepareApp(): Promise<OpenApp> {
  for (;;) {
    const app = openApp();
    const header = app.login === null ? null : headerBar.load();
    // The app reports scripts that fail to load.
    await Promise.all([app.router.load(), header]).catch(() => {});
    if (session.loginId() === app.login) return app;
    app.queryClient.clear();
  }
}

/** Renders the app and follows the login from then on. `onShown` is called when the app is first shown. */
function render(root: Root, app: OpenApp, onShown?: () => void): void {
  app.router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) clearAnnouncements();
  });
  // The router cannot load before it is mounted: a change of the login during the first rendering waits for its end.
  const onMounted = () => {
    onShown?.();
    const stop = session.subscribe(follow);
    follow();

    function follow() {
      const { login } = app;
      app.login = session.loginId();
      if (app.login === login) return;
      if (app.login === null || login === null) return void changePage(app);
      // Another user has logged in: nothing of the previous one may remain, not even what was typed.
      stop();
      app.queryClient.clear();
      render(root, openApp());
    }
  };
  // A transition renders in slices, so that the browser stays responsive.
  startTransition(() => root.render(<app.App onShown={onMounted} />));
}

/** Changes to what the URL means after a login or logout. */
async function changePage({ router, queryClient }: OpenApp): Promise<void> {
  if (session.isLoggedIn()) queryClient.clear();
  await router.invalidate();
  // Navigate first: a page that is still shown would refetch the cleared queries.
  if (!session.isLoggedIn()) queryClient.clear();
}

/** Replaces the server-rendered view by the app once it is ready; without a view, shows the app at once. */
async function show(element: HTMLElement): Promise<void> {
  const { prefetch } = globalThis;
  if (prefetch) prefetch.isOver = true;
  const app = element.childElementCount > 0 ? await prepareApp() : openApp();
  // Nothing of another user's view remains, not even what was typed.
  if (app.login !== (prefetch?.login ?? null)) {
    element.replaceChildren();
    delete element.dataset.rendered;
  }
  const carryOver = element.childElementCount > 0 ? holdRendered(element) : undefined;
  // The user may navigate before the first page has loaded; a redirect replaces the entry. Subscribe only now: a
  // router without a subscriber follows redirects itself.
  history.subscribe(({ action }) => {
    if (action.type !== 'REPLACE') leaveFirstPage();
  });
  render(createRoot(element), app, carryOver);
}

// A separate task: running the modules was one already, during which a slow device could not respond.
setTimeout(() => void show(document.getElementById('app') as HTMLElement));
