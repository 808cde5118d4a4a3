import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../button/button.tsx';
import { ConfirmButton } from '../button/confirm-button.tsx';
import { Failure } from '../feedback/notice.tsx';
import { Modal } from './modal.tsx';
import type { ModalProps } from './modal-window.tsx';

export interface AlertDialogProps extends Pick<ModalProps, 'title' | 'isOpen' | 'onOpenChange'> {
  /** Names the object and the consequence. */
  children: ReactNode;
  /** The verb: «Radera», «Avsluta auktionen». */
  confirmLabel: string;
  /** Replaces «Avbryt» where that could be mistaken for the verb: «Låt den pågå». */
  cancelLabel?: string;
  /** Called once, and again only after a failure. Returns `false` if nothing was sent. */
  onConfirm: () => unknown;
  isPending?: boolean;
  pendingLabel?: string;
  /** A second way to confirm, which does more: «Välj och meddela». Only one of the two is sent. */
  further?: { label: string; onConfirm: () => unknown; isPending: boolean; pendingLabel: string };
  /** For what cannot be undone. */
  isDanger?: boolean;
  isConfirmDisabled?: boolean;
  /** The reason for a failure. */
  error?: string | null | undefined;
}

/** Asks for confirmation. Initial focus is on the cancel button. */
export function AlertDialog(props: AlertDialogProps) {
  const { title, isOpen = true, onOpenChange, children, confirmLabel, onConfirm } = props;
  const { cancelLabel = 'Avbryt', pendingLabel, isDanger = false, further, error } = props;
  const isPending = props.isPending === true || further?.isPending === true;
  // `isPending` arrives too late to stop a double click.
  const isSent = useRef(false);
  useEffect(() => {
    if (isOpen && !isPending) isSent.current = false;
  }, [isOpen, isPending]);

  function confirm(send: () => unknown) {
    if (!isSent.current) isSent.current = send() !== false;
  }

  return (
    <Modal
      role="alertdialog"
      title={title}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      footer={
        <>
          <ConfirmButton
            shown={String(isOpen)}
            variant={isDanger ? 'danger' : 'primary'}
            onPress={() => confirm(onConfirm)}
            isPending={props.isPending ?? false}
            isDisabled={props.isConfirmDisabled ?? false}
            pendingLabel={pendingLabel}
          >
            {confirmLabel}
          </ConfirmButton>
          {further !== undefined && (
            <ConfirmButton
              shown={String(isOpen)}
              onPress={() => confirm(further.onConfirm)}
              isPending={further.isPending}
              pendingLabel={further.pendingLabel}
            >
              {further.label}
            </ConfirmButton>
          )}
          <Button autoFocus onPress={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
        </>
      }
    >
      <Failure message={error} />
      {children}
    </Modal>
  );
}
