import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAuth } from '../../base/session/current.ts';
import { paths } from '../../base/urls/paths.ts';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Later, type LazyPart } from '../../ui/later.ts';
import styles from './header.module.css';
import { LogoLink } from './logo-link.tsx';

export interface HeaderProps {
  /** The signed-in part, which the login page does not load. */
  signedInBar: LazyPart<object>;
}

/** Logo, main menu and personal menu (SHELL-2–4). Its height is fixed before the user is known. */
export function Header({ signedInBar }: HeaderProps) {
  const isLoggedIn = useAuth().refresh_token !== null;
  const isLogin = useLocation({ select: ({ pathname }) => pathname === paths.home });
  const isHidden = useHideOnScroll();
  return (
    <header
      className={`${styles.header} ${isHidden ? styles.hidden : ''}`}
      data-hidden={isHidden || undefined}
    >
      <div className={styles.bar}>
        {isLoggedIn ? (
          <Later part={signedInBar} of={{}} fallback={<LogoLink />} />
        ) : (
          <>
            <LogoLink />
            {!isLogin && (
              <div className={styles.tools}>
                <Link to={paths.home} className={buttonClass({ size: 'sm' })}>
                  Logga in
                </Link>
              </div>
            )}
          </>
        )}
      </div>
    </header>
  );
}

/** The menu stays visible down to this offset, in pixels (SHELL-4). */
const LIMIT = 50;

/** Returns whether the header is hidden: scrolling down past 50 px hides it, scrolling up shows it. */
function useHideOnScroll(): boolean {
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    // Not initialised from `scrollY`: reading that here would force layout.
    let last = 0;
    const follow = () => {
      const y = Math.max(0, window.scrollY);
      if (y !== last) setHidden(y > LIMIT && y > last);
      last = y;
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, []);
  return isHidden;
}
