import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
// Nearly every page calls the server: in the first file this comes to less than in one beside it.
import '../base/api/call.ts';
import { queryClient } from '../base/api/query-client.ts';
import { session } from '../base/session/current.ts';
import { App } from './app.tsx';
import { holdDrawn } from './drawn-view.ts';
import { headerBar } from './header-bar.ts';
import { openRouter } from './routes.tsx';
import '../ui/styles/base.css';

const router = openRouter();

// A login or a logout, here or in another tab, changes what every address means (AUTH-10).
let wasLoggedIn = session.isLoggedIn();
session.subscribe(() => {
  const isLoggedIn = session.isLoggedIn();
  if (isLoggedIn === wasLoggedIn) return;
  wasLoggedIn = isLoggedIn;
  queryClient.clear();
  void router.invalidate();
});

/** Puts the app in the place of what the server has drawn, once it can show as much; else at once. */
async function show(place: HTMLElement): Promise<void> {
  const isDrawn = place.childElementCount > 0;
  if (globalThis.early) globalThis.early.isOver = true;
  if (isDrawn) {
    const header = session.isLoggedIn() ? headerBar.load() : null;
    // A part that does not come is told of by the app.
    await Promise.all([router.load(), header]).catch(() => {});
  }
  const carryOver = isDrawn ? holdDrawn(place) : undefined;
  // In slices, between which the browser can answer.
  startTransition(() => createRoot(place).render(<App router={router} onShown={carryOver} />));
}

void show(document.getElementById('app') as HTMLElement);
