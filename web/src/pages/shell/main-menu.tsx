import { may } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import { Link, useSearch } from '@tanstack/react-router';
import { MenuIcon } from 'lucide-react';
import { type ReactElement, useId, useState } from 'react';
import { useBackCloses } from '../../base/frame/use-back-closes.ts';
import { paths } from '../../base/urls/paths.ts';
import { useListOfAuction } from '../../features/auctions/list-entries.ts';
import type { TaskMarkProps } from '../../features/sales/task-mark.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Later, lazyPart } from '../../ui/later.ts';
import { Modal } from '../../ui/modal/modal.tsx';
import styles from './header.module.css';
import { MAIN_MENU } from './menu-entries.ts';

// The menu works without it if it fails to load.
const menuMark = lazyPart<object>(() =>
  import('../../features/bidding/outbid/menu-mark.tsx').catch(() => ({ default: () => null })),
);

const outbidMark = lazyPart<object>(() =>
  import('../../features/bidding/outbid/outbid-mark.tsx').catch(() => ({ default: () => null })),
);

const taskMark = lazyPart<TaskMarkProps>(() =>
  import('../../features/sales/task-mark.tsx').catch(() => ({ default: () => null })),
);

/** The main menu by role: a row on wide screens, otherwise a panel behind «Meny» (SHELL-3). */
export function MainMenu({ me, tools }: { me: User; tools: ReactElement }) {
  const [isOpen, setOpen] = useState(false);
  const note = useId();
  const isStation = may.actAsStation(me);
  useBackCloses(isOpen, () => setOpen(false));
  const { company: chosen } = useSearch({ strict: false }) as { company?: unknown };
  // A superuser's choice of company is kept across pages (ROLE-12).
  const company = me.is_superuser && typeof chosen === 'string' ? chosen : undefined;
  const entries = MAIN_MENU.filter((entry) => entry.may(me));
  const links = (onClick?: () => void) => (
    <>
      {entries.map((entry) => (
        <li key={entry.to}>
          <MenuLink {...entry} {...{ company, onClick }} />
        </li>
      ))}
      <li className={styles.apart}>
        <MenuLink title="Kontakta oss" to={paths.contact} {...{ company, onClick }} />
      </li>
    </>
  );
  return (
    <>
      <nav className={styles.nav} aria-label="Huvudmeny">
        <ul className={styles.menu}>{links()}</ul>
      </nav>
      <div className={styles.tools}>
        {tools}
        <span className={styles.opener}>
          <Button
            size="sm"
            icon={<MenuIcon size={20} />}
            onPress={() => setOpen(true)}
            aria-haspopup="dialog"
            {...(isStation && { 'aria-describedby': note })}
          >
            Meny
          </Button>
          {isStation && (
            <span id={note} className={styles.note}>
              <Later part={menuMark} of={{}} isNeeded={false} />
            </span>
          )}
        </span>
      </div>
      <Modal title="Meny" isOpen={isOpen} onOpenChange={setOpen} placement="side">
        <nav aria-label="Huvudmeny">
          <ul className={styles.sheet}>{links(() => setOpen(false))}</ul>
        </nav>
      </Modal>
    </>
  );
}

function MenuLink(props: {
  title: string;
  to: string;
  company: string | undefined;
  onClick: (() => void) | undefined;
}) {
  // An auction opened from another list than «Auktioner» belongs to that list in the menu too.
  const list = useListOfAuction().href;
  const isElsewhere = props.to === paths.auctions && list !== paths.auctions;
  return (
    <Link
      to={props.to}
      search={props.company === undefined ? {} : { company: props.company }}
      className={styles.tab}
      activeOptions={{ exact: props.to === paths.home || isElsewhere, includeSearch: false }}
      {...(props.to !== paths.auctions && list === props.to && { 'aria-current': 'page' })}
      onClick={props.onClick}
    >
      <span>{props.title}</span>
      {props.to === paths.myAuctions && (
        <>
          <Later part={outbidMark} of={{}} isNeeded={false} />
          <Later part={taskMark} of={{ of: 'open_offers' }} isNeeded={false} />
        </>
      )}
      {props.to === paths.wonAuctions && (
        <Later part={taskMark} of={{ of: 'due_purchases' }} isNeeded={false} />
      )}
    </Link>
  );
}
