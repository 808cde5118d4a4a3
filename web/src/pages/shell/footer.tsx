import { Link, useMatches } from '@tanstack/react-router';
import { ArrowUp } from 'lucide-react';
import { useAuth } from '../../base/session/current.ts';
import { paths } from '../../base/urls/paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { NewTabLink } from '../../ui/display/new-tab-link.tsx';
import styles from './footer.module.css';

const TEXTS: readonly { title: string; to: string }[] = [
  { title: 'Personuppgifter', to: paths.personalData },
  { title: 'Användarvillkor', to: paths.termsOfUse },
  { title: 'Allmänna köpvillkor', to: paths.purchaseConditions },
  { title: 'Tillgänglighet', to: paths.accessibility },
];

/**
 * Links to the help about the current page (SHELL-10), the terms and the accessibility statement, and «Till toppen»
 * (SHELL-5). Links open in a new tab during login (SHELL-1).
 */
export function Footer() {
  const isLoggedIn = useAuth().refresh_token !== null;
  const hash = useMatches({ select: (matches) => matches.at(-1)?.staticData.help });
  return (
    <footer className={styles.footer}>
      <div className={styles.bar}>
        <ul className={styles.links}>
          {TEXTS.map(({ title, to }) => (
            <li key={to}>
              {isLoggedIn ? (
                <Link to={to}>{title}</Link>
              ) : (
                <NewTabLink href={to}>{title}</NewTabLink>
              )}
            </li>
          ))}
          <li>
            {isLoggedIn ? (
              <Link to={paths.help} {...(hash && { hash })}>
                Hjälp
              </Link>
            ) : (
              <NewTabLink href={`${paths.help}#logga-in`}>Hjälp</NewTabLink>
            )}
          </li>
        </ul>
        <p className={styles.note}>Webbplatsen använder inga kakor.</p>
        <div className={styles.top}>
          <Button variant="quiet" size="sm" icon={<ArrowUp size={18} />} onPress={goToTop}>
            Till toppen
          </Button>
        </div>
      </div>
    </footer>
  );
}

/** Scrolls to the top and moves focus there. */
function goToTop() {
  window.scrollTo({ top: 0 });
  const main = document.querySelector<HTMLElement>('#main');
  (main?.querySelector<HTMLElement>('h1') ?? main)?.focus({ preventScroll: true });
}
