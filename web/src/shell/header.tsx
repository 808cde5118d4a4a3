import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { useAuth } from '../session/current.ts';
import { buttonClass } from '../ui/button-class.ts';
import { later, useLater } from '../ui/later.ts';
import styles from './header.module.css';
import { LogoLink } from './logo-link.tsx';
import { useHideOnScroll } from './use-hide-on-scroll.ts';

// What only somebody who is logged in needs is not part of the login page.
const insideBar = later(async () => ({ default: (await import('./inside.ts')).headerBar }));

/** Fetches what the header shows to those who have logged in. */
export const loadHeader = () => insideBar.load();

/** Logo, main menu and personal menu (SHELL-2–4). Its height is there before it is known who looks. */
export function Header() {
  const isLoggedIn = useAuth().refresh_token !== null;
  const isHidden = useHideOnScroll();
  return (
    <header
      className={`${styles.header} ${isHidden ? styles.hidden : ''}`}
      data-hidden={isHidden || undefined}
    >
      <div className={styles.bar}>
        {isLoggedIn ? (
          <Inside />
        ) : (
          <>
            <LogoLink />
            <div className={styles.tools}>
              <Link to={paths.home} className={buttonClass({ size: 'sm' })}>
                Logga in
              </Link>
            </div>
          </>
        )}
      </div>
    </header>
  );
}

function Inside() {
  const InsideBar = useLater(insideBar, true);
  return InsideBar === null ? <LogoLink /> : <InsideBar />;
}
