import { useMutation } from '@tanstack/react-query';
import { AlertDialog, type AlertDialogProps } from '../../ui/modal/alert-dialog.tsx';

interface ActDialogProps
  extends Omit<AlertDialogProps, 'isOpen' | 'onOpenChange' | 'onConfirm' | 'isPending' | 'error'> {
  act: () => Promise<unknown>;
  onClose: () => void;
}

/**
 * Asks before an act. `act` also refetches or replaces what it changes; the dialog closes when it is done, and shows the
 * reason if it fails.
 */
export function ActDialog({ act, onClose, ...props }: ActDialogProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: act, onSuccess: onClose });
  return (
    <AlertDialog
      {...props}
      onOpenChange={onClose}
      onConfirm={() => mutate()}
      isPending={isPending}
      error={error?.message}
    />
  );
}

/** Asks before removing something. */
export function RemoveDialog({
  remove,
  ...props
}: Pick<ActDialogProps, 'title' | 'children' | 'onClose'> & { remove: () => Promise<unknown> }) {
  return (
    <ActDialog {...props} act={remove} confirmLabel="Ta bort" pendingLabel="Tar bort …" isDanger />
  );
}
