import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../../base/forms/form-dialog.tsx';
import { TextInput } from '../../../base/forms/text-input.tsx';
import { useCheckedForm } from '../../../base/forms/use-checked-form.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { AlertDialog } from '../../../ui/modal/alert-dialog.tsx';
import { entryName, type ListEntry } from './place.ts';

/** Renames an entry of the list. */
export function RenameDialog(props: {
  title: string;
  name: string;
  rename: (name: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const { title, name, rename, onClose } = props;
  const checked = useCheckedForm({
    initial: { name },
    schema: entryName,
    async send(body) {
      await rename(body.name);
      onClose();
    },
  });
  return (
    <FormDialog {...{ title, onClose, checked }} submitLabel="Spara">
      <TextInput
        control={checked.control}
        name="name"
        label="Namn"
        autoComplete="off"
        maxLength={80}
      />
    </FormDialog>
  );
}

/** Asks before removing an entry of the list. */
export function RemoveDialog(props: {
  row: ListEntry;
  theNoun: string;
  removal: string;
  remove: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { row, theNoun, removal, remove, onClose } = props;
  const { mutate, isPending, error } = useMutation({
    mutationFn: remove,
    onSuccess() {
      showToast({ tone: 'success', text: `${theNoun} ${row.name} har tagits bort.` });
      onClose();
      // The button is removed with its row.
      setTimeout(() => document.querySelector<HTMLElement>('#main h1')?.focus());
    },
  });
  return (
    <AlertDialog
      title={`Ta bort ${row.name}?`}
      isOpen
      onOpenChange={onClose}
      confirmLabel="Ta bort"
      onConfirm={() => mutate()}
      isPending={isPending}
      pendingLabel="Tar bort …"
      isDanger
      error={error?.message ?? null}
    >
      <p>{removal}</p>
    </AlertDialog>
  );
}
