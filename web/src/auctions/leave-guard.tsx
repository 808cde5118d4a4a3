import { useBlocker } from '@tanstack/react-router';
import { session } from '../session/current.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';

/** Asks before a page with unsaved changes is left, by a link, by «back» or by closing the window. */
export function LeaveGuard({ isOn, what }: { isOn: boolean; what: string }) {
  // Whoever has logged out has to leave.
  const holds = () => isOn && session.isLoggedIn();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: holds,
    enableBeforeUnload: holds,
    withResolver: true,
  });
  return (
    <AlertDialog
      title="Lämna utan att spara?"
      isOpen={status === 'blocked'}
      onOpenChange={() => reset?.()}
      confirmLabel="Lämna sidan"
      cancelLabel="Stanna kvar"
      onConfirm={() => proceed?.()}
      isDanger
    >
      <p>{what} som inte är sparade går förlorade.</p>
    </AlertDialog>
  );
}
