import type { Company } from '@restvarde/contract/companies/companies';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { SiteName } from '../../base/frame/page.tsx';
import { useAuth } from '../../base/session/current.ts';
import { companyKey } from '../../features/companies/company-key.ts';
import { Later, lazyPart } from '../../ui/later.ts';
import { Footer } from './footer.tsx';
import { Header, type HeaderProps } from './header.tsx';
import styles from './shell.module.css';

// The page works without it if it fails to load.
const connectionBanner = lazyPart(() =>
  import('./connection-banner.tsx').catch(() => ({ default: () => null })),
);
// Only signed-in users get toasts.
const toastRegion = lazyPart(() => import('../../ui/feedback/toast-region.tsx'));

/** The frame of every page. */
export function Shell({ signedInBar }: HeaderProps) {
  const isLoggedIn = useAuth().refresh_token !== null;
  // Only reads the cache: the header's bar fetches the company. The query function is needed nevertheless, loaded
  // when called: the query uses the options of its latest observer.
  const { data: company } = useQuery<Company>({
    queryKey: companyKey(),
    queryFn: async ({ signal }) =>
      (await import('../../features/companies/queries.ts')).fetchCompany(signal),
    enabled: false,
  });
  return (
    <SiteName value={company?.name ?? 'Restvärde'}>
      <div className={styles.shell}>
        <a href="#main" className={styles.skip}>
          Hoppa till innehållet
        </a>
        <Header signedInBar={signedInBar} />
        {/* Loaded at once: after the connection is lost it is too late. */}
        {isLoggedIn && <Later part={connectionBanner} of={{}} />}
        <main id="main" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
        <Footer />
        {isLoggedIn && <Later part={toastRegion} of={{}} isNeeded={false} />}
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
    </SiteName>
  );
}
