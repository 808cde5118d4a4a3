import { Link, useLocation } from '@tanstack/react-router';
import { useAuth } from '../../base/session/current.ts';
import { paths } from '../../base/urls/paths.ts';
import { buttonClass } from '../../ui/button/button-class.ts';
import { type LazyPart, useLazyPart } from '../../ui/later.ts';
import styles from './header.module.css';
import { LogoLink } from './logo-link.tsx';
import { useHideOnScroll } from './use-hide-on-scroll.ts';

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
          <SignedIn bar={signedInBar} />
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

function SignedIn({ bar }: { bar: LazyPart<object> }) {
  const Bar = useLazyPart(bar, true);
  return Bar === null ? <LogoLink /> : <Bar />;
}
