import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { preloadWhenIdle } from '../../ui/later.ts';
import { session } from '../session/current.ts';

const loadDialog = () => import('./leave-dialog.tsx');
const LeaveDialog = lazy(loadDialog);

export interface LeaveGuardProps {
  isOn: boolean;
  /** What would be lost: «Ändringar». */
  what: string;
  /** Called when the user chooses to leave. */
  onLeave?: () => void;
}

/** Asks before leaving a page with unsaved changes, by a link, by «back» or by closing the window. */
export function LeaveGuard({ isOn, what, onLeave }: LeaveGuardProps) {
  // A user who has logged out always leaves.
  const holds = () => isOn && session.isLoggedIn();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: holds,
    enableBeforeUnload: holds,
    withResolver: true,
  });
  // Load the dialog in advance, so that it works offline.
  useEffect(() => {
    if (isOn) preloadWhenIdle(loadDialog);
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
