import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { paths } from '../../base/urls/paths.ts';
import { secondFactorQuery } from '../../features/users/second-factor-query.ts';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Card } from '../../ui/display/card.tsx';
import { Failure } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { formatDateTime } from '../../ui/format/dates.ts';
import { unbroken } from '../../ui/format/unbroken.tsx';
import styles from './account-page.module.css';

const loadDialogs = () => import('./second-factor-dialogs.tsx');
const RemoveDialog = lazy(async () => ({ default: (await loadDialogs()).RemoveDialog }));
const RenewDialog = lazy(async () => ({ default: (await loadDialogs()).RenewDialog }));

/** At this number of remaining codes the user is asked to renew them. */
const MIN_CODES = 3;

/** The authenticator app for logins (SEC-5). */
export function SecondFactorCard() {
  const { data: state, error } = useQuery(secondFactorQuery);
  const [open, setOpen] = useState<'remove' | 'renew' | null>(null);
  const close = () => setOpen(null);
  return (
    <Card title="Autentiseringsapp">
      {state === undefined && error === null && <Skeleton height="4.5rem" />}
      {state === undefined && <Failure message={error?.message} />}
      {state?.is_on === false && (
        <>
          <p>
            Lägg till en app i telefonen, så att ingen kan logga in som du bara genom att läsa dina
            mejl.
          </p>
          <div className={styles.actions}>
            <Link to={paths.secondFactor} className={buttonClass({})}>
              Lägg till app
            </Link>
          </div>
        </>
      )}
      {state?.is_on && (
        <>
          <p>
            {unbroken(
              `Sedan ${formatDateTime(state.added_at ?? '')} behövs en kod från din app när du loggar in.`,
            )}
          </p>
          <p className="quiet">{leftInWords(state.recovery_codes_left)}</p>
          <div className={styles.actions}>
            <Button onPress={() => setOpen('renew')} aria-haspopup="dialog">
              Nya återställningskoder
            </Button>
            <Button onPress={() => setOpen('remove')} aria-haspopup="dialog">
              Ta bort app
            </Button>
          </div>
          <Suspense fallback={null}>
            {open === 'renew' && <RenewDialog onClose={close} />}
            {open === 'remove' && <RemoveDialog isRequired={state.is_required} onClose={close} />}
          </Suspense>
        </>
      )}
    </Card>
  );
}

function leftInWords(left: number): string {
  const count = left === 1 ? '1 återställningskod' : `${left} återställningskoder`;
  return left <= MIN_CODES ? `Du har ${count} kvar. Skaffa nya.` : `Du har ${count} kvar.`;
}
