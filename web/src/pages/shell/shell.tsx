import type { Company } from '@restvarde/contract/companies/companies';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { SiteName } from '../../base/frame/site-name.ts';
import { useAuth } from '../../base/session/current.ts';
import { companyKey } from '../../features/companies/company-key.ts';
import { lazyPart, useLazyPart } from '../../ui/later.ts';
import { Footer } from './footer.tsx';
import { Header, type HeaderProps } from './header.tsx';
import styles from './shell.module.css';

// Should it not come, the page can do without.
const connectionBanner = lazyPart(() =>
  import('./connection-banner.tsx').catch(() => ({ default: () => null })),
);
// Only somebody who is logged in does what is answered by a toast.
const toastRegion = lazyPart(() => import('../../ui/feedback/toast-region.tsx'));

/** What stands around every page. */
export function Shell({ signedInBar }: HeaderProps) {
  const isLoggedIn = useAuth().refresh_token !== null;
  // Only what has been fetched is used: the header's bar asks for it, for those who have a company. Its function stands
  // here all the same, fetched when it is called: the query keeps the options of whoever looked last.
  const { data: company } = useQuery<Company>({
    queryKey: companyKey(),
    queryFn: async ({ signal }) =>
      (await import('../../features/companies/queries.ts')).askCompany(signal),
    enabled: false,
  });
  return (
    <SiteName value={company?.name ?? 'Restvärde'}>
      <div className={styles.shell}>
        <a href="#main" className={styles.skip}>
          Hoppa till innehållet
        </a>
        <Header signedInBar={signedInBar} />
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
    </SiteName>
  );
}

function Connection() {
  // Asked for at once: when the connection is lost it is too late.
  const ConnectionBanner = useLazyPart(connectionBanner, true);
  return ConnectionBanner && <ConnectionBanner />;
}

function Toasts() {
  const ToastRegion = useLazyPart(toastRegion, false);
  return ToastRegion && <ToastRegion />;
}
