import { may } from '@restvarde/contract/roles';
import { fullName, type User } from '@restvarde/contract/users';
import { ChevronDown, CircleUser, LogOut, Settings, UserRound } from 'lucide-react';
import { paths } from '../../base/urls/paths.ts';
import { logOut } from '../../features/users/log-out.ts';
import { Button } from '../../ui/button/button.tsx';
import { Menu } from '../../ui/menu/menu.tsx';
import styles from './header.module.css';

/** The menu under the user's name (SHELL-2). */
export function PersonalMenu({ me }: { me: User }) {
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
