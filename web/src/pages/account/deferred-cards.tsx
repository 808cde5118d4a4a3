import { may } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import { mayAddSecondFactor } from '../../features/users/second-factor-query.ts';
import { NotificationCard } from './notification-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionCard } from './session-card.tsx';
import { ShortcutCard } from './shortcut-card.tsx';

/** Loaded after the first view: notifications, shortcuts, second factor and sessions (PUSH-2, SEC-3, SEC-5). */
export default function DeferredCards({ me }: { me: User }) {
  return (
    <>
      {may.actAsStation(me) && <NotificationCard me={me} />}
      <ShortcutCard me={me} />
      {!me.is_ad_user && <PasswordCard email={me.email} />}
      {mayAddSecondFactor(me) && <SecondFactorCard />}
      <SessionCard />
    </>
  );
}
