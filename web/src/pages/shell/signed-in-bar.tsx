import { may } from '@restvarde/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { companyQuery } from '../../features/companies/queries.ts';
import { meQuery } from '../../features/users/queries.ts';
import { Later, lazyPart, useLazyPart } from '../../ui/later.ts';
import styles from './header.module.css';
import { LogoLink } from './logo-link.tsx';
import { MainMenu } from './main-menu.tsx';
import { PersonalMenu } from './personal-menu.tsx';

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
