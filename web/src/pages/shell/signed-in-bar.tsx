import { may } from '@restvarde/contract/roles';
import { fullName, type User } from '@restvarde/contract/users';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, CircleUser, LogOut, Settings, UserRound } from 'lucide-react';
import { paths } from '../../base/urls/paths.ts';
import { companyQuery } from '../../features/companies/queries.ts';
import { logOut } from '../../features/users/log-out.ts';
import { meQuery } from '../../features/users/queries.ts';
import { Button } from '../../ui/button/button.tsx';
import { Later, lazyPart, useLazyPart } from '../../ui/later.ts';
import { Menu } from '../../ui/menu/menu.tsx';
import styles from './header.module.css';
import { LogoLink } from './logo-link.tsx';
import { MainMenu } from './main-menu.tsx';

// Loaded after the first view; its space is reserved.
const searchButton = lazyPart(() => import('./search/search-button.tsx'));
// The page works without it if it fails to load.
const shortcutKeys = lazyPart(() => import('../../features/shortcuts/shortcut-keys.tsx'));

// A session lasts for hours before the warning is due.
const idleWarning = lazyPart(() => import('../../features/users/idle-warning.tsx'));

/** The signed-in header: the company's logo, and the menus once the user is loaded. */
export function SignedInBar() {
  const { data } = useQuery(meQuery);
  // A user who must add a second factor may visit no other page (SEC-7).
  const me = data?.must_add_second_factor ? undefined : data;
  const SearchButton = useLazyPart(searchButton, false);
  const ShortcutKeys = useLazyPart(shortcutKeys, false);
  const { data: company } = useQuery({ ...companyQuery(), enabled: me?.is_superuser === false });
  return (
    <>
      <LogoLink>
        {company?.logo && <img src={company.logo} alt={company.name} className={styles.plate} />}
      </LogoLink>
      {me && ShortcutKeys && <ShortcutKeys me={me} />}
      {/* A workshop's session lasts for a month, so it needs no warning. */}
      {me && !may.actAsStation(me) && <Later part={idleWarning} of={{}} isNeeded={false} />}
      {me && (
        <MainMenu
          me={me}
          tools={
            <>
              <span className={styles.search}>{SearchButton && <SearchButton me={me} />}</span>
              <PersonalMenu me={me} />
            </>
          }
        />
      )}
    </>
  );
}

/** The menu under the user's name (SHELL-2). */
function PersonalMenu({ me }: { me: User }) {
  const name = fullName(me) || me.email;
  return (
    <Menu
      label="Personlig meny"
      isHeadingShown
      trigger={
        <Button size="sm" aria-label={`${name}, personlig meny`}>
          <span className={`row gap-2 ${styles.person}`}>
            <CircleUser size={20} />
            <span className={styles.name}>{name}</span>
            <ChevronDown size={16} className={styles.chevron} />
          </span>
        </Button>
      }
      choices={[
        {
          id: 'account',
          label: 'Mitt konto',
          href: paths.account,
          icon: <UserRound size={20} />,
        },
        ...(may.openSettings(me)
          ? [
              {
                id: 'settings',
                label: 'Inställningar',
                href: paths.settings,
                icon: <Settings size={20} />,
              },
            ]
          : []),
        {
          id: 'logout',
          label: 'Logga ut',
          onAction: logOut,
          icon: <LogOut size={20} />,
        },
      ]}
    />
  );
}
