import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../button/button.tsx';
import { ConfirmButton } from '../button/confirm-button.tsx';
import { Notice } from '../feedback/notice.tsx';
import { Modal } from './modal.tsx';
import type { ModalProps } from './modal-window.tsx';

export interface AlertDialogProps extends Pick<ModalProps, 'title' | 'isOpen' | 'onOpenChange'> {
  /** Names the object and what will happen to it. */
  children: ReactNode;
  /** The verb: «Radera», «Avsluta auktionen». */
  confirmLabel: string;
  /** Said where «Avbryt» could be taken for the verb: «Låt den pågå». */
  cancelLabel?: string;
  /** Called once, however often it is pressed, until it has failed; `false` says that nothing was sent. */
  onConfirm: () => unknown;
  isPending?: boolean;
  pendingLabel?: string;
  /** Another way to say yes, that does more: «Välj och meddela». Of the two only one is ever sent. */
  further?: { label: string; onConfirm: () => unknown; isPending: boolean; pendingLabel: string };
  /** For what can't be undone. */
  isDanger?: boolean;
  isConfirmDisabled?: boolean;
  /** Why it did not succeed. */
  error?: string | null;
}

/** Asks before something that matters. Focus starts on the button that changes nothing. */
export function AlertDialog(props: AlertDialogProps) {
  const { title, isOpen, onOpenChange, children, confirmLabel, onConfirm, error = null } = props;
  const { cancelLabel = 'Avbryt', pendingLabel, isDanger = false, further } = props;
  const isPending = props.isPending === true || further?.isPending === true;
  // That it is pending is shown only a moment later: a double click is quicker.
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
            {...(pendingLabel !== undefined && { pendingLabel })}
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
      {error !== null && (
        <Notice tone="danger" isAlert>
          {error}
        </Notice>
      )}
      {children}
    </Modal>
  );
}
