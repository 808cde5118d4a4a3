import { useMutation } from '@tanstack/react-query';
import { AlertDialog, type AlertDialogProps } from '../../ui/modal/alert-dialog.tsx';

interface ActDialogProps
  extends Omit<AlertDialogProps, 'isOpen' | 'onOpenChange' | 'onConfirm' | 'isPending' | 'error'> {
  act: () => Promise<unknown>;
  onClose: () => void;
}

/**
 * Asks for confirmation, then runs `act`, which also refetches the data that it changes. Closes on success, and shows the
 * reason of a failure.
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
