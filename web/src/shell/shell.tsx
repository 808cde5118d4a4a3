import { Outlet } from '@tanstack/react-router';
import { useAuth } from '../session/current.ts';
import { later, useLater } from '../ui/later.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './shell.module.css';

// Should it not come, the page can do without.
const connectionBanner = later(() =>
  import('./connection-banner.tsx').catch(() => ({ default: () => null })),
);
// Only somebody who is logged in does what is answered by a toast.
const toastRegion = later(() => import('../ui/toast-region.tsx'));

/** What stands around every page. */
export function Shell() {
  const isLoggedIn = useAuth().refresh_token !== null;
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        Hoppa till innehållet
      </a>
      <Header />
      {isLoggedIn && <Connection />}
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Footer />
      {isLoggedIn && <Toasts />}
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

function Connection() {
  // Asked for at once: when the connection is lost it is too late.
  const ConnectionBanner = useLater(connectionBanner, true);
  return ConnectionBanner && <ConnectionBanner />;
}

function Toasts() {
  const ToastRegion = useLater(toastRegion, false);
  return ToastRegion && <ToastRegion />;
}
