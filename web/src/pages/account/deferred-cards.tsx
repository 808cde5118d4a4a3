import type { User } from '@restvarde/contract/users';
import { mayAddSecondFactor } from '../../features/users/second-factor-query.ts';
import { PasswordCard } from './password-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionCard } from './session-card.tsx';
import { ShortcutCard } from './shortcut-card.tsx';

/** Loaded after the first view: shortcuts, second factor and sessions (SEC-3, SEC-5). */
export default function DeferredCards({ me }: { me: User }) {
  return (
    <>
      <ShortcutCard me={me} />
      {!me.is_ad_user && <PasswordCard email={me.email} />}
      {mayAddSecondFactor(me) && <SecondFactorCard />}
      <SessionCard />
    </>
  );
}
