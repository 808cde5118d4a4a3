import { Outlet } from '@tanstack/react-router';
import { ConnectionBanner } from './connection-banner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './shell.module.css';

/** What stands around every page. */
export function Shell() {
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
