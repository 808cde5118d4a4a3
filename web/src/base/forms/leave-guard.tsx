import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { session } from '../session/current.ts';

const loadDialog = () => import('./leave-dialog.tsx');
const LeaveDialog = lazy(loadDialog);

export interface LeaveGuardProps {
  isOn: boolean;
  /** What would be lost: «Ändringar». */
  what: string;
  /** They have said that it may be lost. */
  onLeave?: () => void;
}

/** Asks before a page with unsaved changes is left, by a link, by «back» or by closing the window. */
export function LeaveGuard({ isOn, what, onLeave }: LeaveGuardProps) {
  // Whoever has logged out has to leave.
  const holds = () => isOn && session.isLoggedIn();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: holds,
    enableBeforeUnload: holds,
    withResolver: true,
  });
  // It is there when it is needed, also without a connection.
  useEffect(() => {
    if (isOn) void loadDialog().catch(() => {});
  }, [isOn]);
  if (status !== 'blocked') return null;
  const leave = () => {
    onLeave?.();
    proceed();
  };
  return (
    <Suspense fallback={null}>
      <LeaveDialog what={what} onStay={reset} onGo={leave} />
    </Suspense>
  );
}
