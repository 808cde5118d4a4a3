import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { companyQuery } from '../companies/queries.ts';
import { paths } from '../paths.ts';
import { useAuth } from '../session/current.ts';
import { buttonClass } from '../ui/button-class.ts';
import { meQuery } from '../users/queries.ts';
import styles from './header.module.css';
import { Logo } from './logo.tsx';
import { useHideOnScroll } from './use-hide-on-scroll.ts';

// What only somebody who is logged in needs is not part of the login page.
const PersonalMenu = lazy(() => import('./personal-menu.tsx'));
const MainMenu = lazy(() => import('./main-menu.tsx'));

/** Logo, main menu and personal menu (SHELL-2–4). Its height is there before it is known who looks. */
export function Header() {
  const isLoggedIn = useAuth().refresh_token !== null;
  const isHidden = useHideOnScroll();
  const { data: me } = useQuery({ ...meQuery, enabled: isLoggedIn });
  const { data: company } = useQuery({
    ...companyQuery(),
    enabled: isLoggedIn && me?.is_superuser === false,
  });

  return (
    <header className={`${styles.header} ${isHidden ? styles.hidden : ''}`}>
      <div className={styles.bar}>
        <Link to={paths.home} className={styles.logo}>
          {isLoggedIn && company?.logo ? (
            <img src={company.logo} alt={company.name} className={styles.plate} />
          ) : (
            <Logo />
          )}
        </Link>
        {isLoggedIn && me ? (
          <Suspense fallback={null}>
            <MainMenu me={me} tools={<PersonalMenu me={me} />} />
          </Suspense>
        ) : (
          !isLoggedIn && (
            <div className={styles.tools}>
              <Link to={paths.home} className={buttonClass({ size: 'sm' })}>
                Logga in
              </Link>
            </div>
          )
        )}
      </div>
    </header>
  );
}
