import { RemoveDialog } from '../../../base/forms/act-dialog.tsx';
import { FormDialog } from '../../../base/forms/form-dialog.tsx';
import { TextInput } from '../../../base/forms/text-input.tsx';
import { useCheckedForm } from '../../../base/forms/use-checked-form.ts';
import { showSuccess } from '../../../ui/feedback/toast.ts';
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
export function RemoveEntryDialog(props: {
  row: ListEntry;
  theNoun: string;
  removal: string;
  remove: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { row, theNoun, removal, remove, onClose } = props;
  return (
    <RemoveDialog
      title={`Ta bort ${row.name}?`}
      remove={async () => {
        await remove();
        showSuccess(`${theNoun} ${row.name} har tagits bort.`);
        // The button is removed with its row.
        setTimeout(() => document.querySelector<HTMLElement>('#main h1')?.focus());
      }}
      onClose={onClose}
    >
      <p>{removal}</p>
    </RemoveDialog>
  );
}
