import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useAuth } from '../session/current.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './shell.module.css';

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
      <ConnectionBanner />
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
