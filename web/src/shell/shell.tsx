import { Outlet } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { useAuth } from '../session/current.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './shell.module.css';

// Comes right behind the first view; should it not come, the page can do without.
const ConnectionBanner = lazy<ComponentType>(() =>
  import('./connection-banner.tsx').catch(() => ({ default: () => null })),
);
// Only somebody who is logged in does what is answered by a toast.
const ToastRegion = lazy(() => import('../ui/toast-region.tsx'));

/** What stands around every page. */
export function Shell() {
  const isLoggedIn = useAuth().refresh_token !== null;
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        Hoppa till innehållet
      </a>
      <Header />
      <Suspense fallback={null}>
        <ConnectionBanner />
      </Suspense>
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Footer />
      {isLoggedIn && (
        <Suspense fallback={null}>
          <ToastRegion />
        </Suspense>
      )}
      <div
        id="announce-polite"
        role="status"
        className="visually-hidden"
        data-live-announcer="true"
      />
      <div
        id="announce-assertive"
        role="alert"
        className="visually-hidden"
        data-live-announcer="true"
      />
    </div>
  );
}
