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

/** Puts the app in the place of what the server has rendered, once it can show as much; else at once. */
async function show(root: HTMLElement): Promise<void> {
  const queryClient = createQueryClient();
  const { router, App } = createApp({ session, queryClient });

  // A login or a logout, here or in another tab, changes what every address means (AUTH-10).
  let wasLoggedIn = session.isLoggedIn();
  session.subscribe(() => {
    const isLoggedIn = session.isLoggedIn();
    if (isLoggedIn === wasLoggedIn) return;
    wasLoggedIn = isLoggedIn;
    queryClient.clear();
    void router.invalidate();
  });

  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) clearAnnouncements();
  });

  const isRendered = root.childElementCount > 0;
  if (globalThis.prefetch) globalThis.prefetch.isOver = true;
  if (isRendered) {
    const header = session.isLoggedIn() ? headerBar.load() : null;
    // A part that does not come is reported by the app.
    await Promise.all([router.load(), header]).catch(() => {});
  }
  const carryOver = isRendered ? holdRendered(root) : undefined;
  // From the menu one may go on before the first page has come; a redirect replaces where one is. Not earlier: a router
  // that nobody listens to goes where a redirect leads by itself.
  router.history.subscribe(({ action }) => {
    if (action.type !== 'REPLACE') leaveFirstPage();
  });
  // In slices, between which the browser can answer.
  startTransition(() => createRoot(root).render(<App onShown={carryOver} />));
}

// In a task of its own: to run the modules was one already, in which a slow device could not answer.
setTimeout(() => void show(document.getElementById('app') as HTMLElement));
