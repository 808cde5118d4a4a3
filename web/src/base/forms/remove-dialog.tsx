import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AlertDialog } from '../../ui/modal/alert-dialog.tsx';

/**
 * Asks before removing something. `remove` also refetches what lists it; the dialog closes when it is done, and shows the
 * reason if it fails.
 */
export function RemoveDialog(props: {
  title: string;
  /** The consequence. */
  children: ReactNode;
  remove: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { title, children, remove, onClose } = props;
  const { mutate, isPending, error } = useMutation({ mutationFn: remove, onSuccess: onClose });
  return (
    <AlertDialog
      title={title}
      isOpen
      onOpenChange={onClose}
      confirmLabel="Ta bort"
      onConfirm={() => mutate()}
      isPending={isPending}
      pendingLabel="Tar bort …"
      isDanger
      error={error?.message ?? null}
    >
      {children}
    </AlertDialog>
  );
}
