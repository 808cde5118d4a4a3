import type { User } from '@restvarde/contract/users';
import { useQuery } from '@tanstack/react-query';
import { companyQuery } from '../../features/companies/queries.ts';
import { shortcutSetting } from '../../features/shortcuts/shortcut-setting.ts';
import { meQuery } from '../../features/users/queries.ts';
import { later, useLater } from '../../ui/later.ts';
import styles from './header.module.css';
import { LogoLink } from './logo-link.tsx';
import { MainMenu } from './main-menu.tsx';
import { PersonalMenu } from './personal-menu.tsx';

// No first view waits for it; its room is kept.
const searchButton = later(() => import('./search/search-button.tsx'));
// For those who have switched them on; the page can do without.
const shortcutKeys = later<{ me: User }>(() =>
  import('../../features/shortcuts/shortcut-keys.tsx').catch(() => ({ default: () => null })),
);

/** The header of somebody who has logged in: the company's logo, and menus once it is known who it is. */
export function SignedInBar() {
  const { data: me } = useQuery(meQuery);
  const SearchButton = useLater(searchButton, false);
  const areKeysOn = shortcutSetting.use() === 'on';
  const { data: company } = useQuery({ ...companyQuery(), enabled: me?.is_superuser === false });
  return (
    <>
      <LogoLink>
        {company?.logo && <img src={company.logo} alt={company.name} className={styles.plate} />}
      </LogoLink>
      {me && areKeysOn && <Shortcuts me={me} />}
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

function Shortcuts({ me }: { me: User }) {
  const ShortcutKeys = useLater(shortcutKeys, false);
  return ShortcutKeys && <ShortcutKeys me={me} />;
}
