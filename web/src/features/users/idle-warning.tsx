import { AUTH } from '@restvarde/contract/auth/lifetimes';
import { useEffect, useState } from 'react';
import { refresh } from '../../base/api/call.ts';
import { useAuth } from '../../base/session/current.ts';
import { Button } from '../../ui/button/button.tsx';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { formatTime } from '../../ui/format/dates.ts';
import { Modal } from '../../ui/modal/modal.tsx';
import { logOut } from './log-out.ts';

const IDLE_MS = AUTH.idleHours.staff * 3_600_000;
const WARNING_MS = 5 * 60_000;

/**
 * Warns staff five minutes before an idle session ends, with a button to stay logged in (AUTH-21, WCAG 2.2.1). All
 * tabs share the session, so staying in one of them closes the warning in all.
 */
export default function IdleWarning() {
  const { access_token } = useAuth();
  const renewedMs = issuedAt(access_token);
  const [isDue, setDue] = useState(false);
  const [isPending, setPending] = useState(false);

  useEffect(() => {
    if (renewedMs === null) return;
    const leftMs = () => renewedMs + IDLE_MS - WARNING_MS - serverClock.now();
    const check = () => setDue(leftMs() <= 0);
    check();
    const timer = setTimeout(check, Math.max(0, leftMs()));
    // Timers stop while a device sleeps.
    document.addEventListener('visibilitychange', check);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [renewedMs]);

  async function stay() {
    setPending(true);
    // Without an answer the warning stays, for another try. If the session is over, the login follows.
    await refresh(access_token).catch(() => {});
    setPending(false);
  }

  if (!isDue || renewedMs === null) return null;
  return (
    <Modal
      role="alertdialog"
      title="Du loggas snart ut"
      onOpenChange={() => void stay()}
      isDismissable={false}
      footer={
        <>
          <Button variant="primary" autoFocus onPress={() => void stay()} isPending={isPending}>
            Fortsätt vara inloggad
          </Button>
          <Button onPress={logOut}>Logga ut</Button>
        </>
      }
    >
      <p>
        {`Sidan har inte använts på länge. Du loggas ut klockan ${formatTime(renewedMs + IDLE_MS)} om du inte väljer att fortsätta.`}
      </p>
    </Modal>
  );
}

/** When an access token was issued, in milliseconds by the server's clock. Null without a token. */
function issuedAt(access_token: string | null): number | null {
  const payload = access_token?.split('.')[1];
  if (payload === undefined) return null;
  const { iat } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  return typeof iat === 'number' ? iat * 1000 : null;
}
