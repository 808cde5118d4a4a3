import { type FormEvent, type KeyboardEvent, type ReactNode, useId } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { useConfirmGuard } from '../../ui/button/confirm-button.tsx';
import { Modal } from '../../ui/modal/modal.tsx';
import { FormMessage } from './form-message.tsx';

export interface FormDialogProps {
  title: string;
  onClose: () => void;
  submitLabel: string;
  /** The heading of the error message. */
  failureTitle?: string;
  /** The result of `useCheckedForm`. */
  checked: {
    onSubmit: (event: { preventDefault: () => void }) => void;
    isPending: boolean;
    failure: readonly string[] | null;
  };
  children: ReactNode;
}

/** A short form in a dialog. A press outside does not close it, so nothing typed is lost. */
export function FormDialog(props: FormDialogProps) {
  const { title, onClose, submitLabel, checked, children } = props;
  const { failureTitle = 'Det gick inte att spara.' } = props;
  const id = useId();
  const { onSubmit, isPending, failure } = checked;
  const guard = useConfirmGuard();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (guard.allows()) onSubmit(event);
  }

  /** Enter in a field sends the form, unless the key has been held down since before the dialog opened. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    if (event.repeat && event.target instanceof HTMLInputElement) event.preventDefault();
    else guard.begin();
  }

  return (
    <Modal
      title={title}
      onOpenChange={onClose}
      isDismissable={false}
      footer={
        <>
          <Button
            type="submit"
            form={id}
            variant="primary"
            isGuarded={guard.isGuarded}
            onPressStart={guard.begin}
            isPending={isPending}
            pendingLabel="Sparar …"
          >
            {submitLabel}
          </Button>
          <Button onPress={onClose}>Avbryt</Button>
        </>
      }
    >
      <form id={id} className="stack gap-4" noValidate onSubmit={submit} onKeyDown={onKeyDown}>
        <FormMessage title={failureTitle} messages={failure} />
        {children}
      </form>
    </Modal>
  );
}
