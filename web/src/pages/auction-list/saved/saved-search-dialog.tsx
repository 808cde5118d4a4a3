import type { SavedSearch } from '@restvarde/contract/auctions/saved-filters';
import {
  changeSavedSearch,
  removeSavedSearch,
  savedSearchDraft,
  saveSearch,
} from '@restvarde/contract/auctions/saved-searches';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../base/api/call.ts';
import { RadioInput } from '../../../base/forms/choice-input.tsx';
import { FormDialog } from '../../../base/forms/form-dialog.tsx';
import { TextInput } from '../../../base/forms/text-input.tsx';
import { useCheckedForm } from '../../../base/forms/use-checked-form.ts';
import { savedSearchesQuery } from '../../../features/auctions/saved-searches-query.ts';
import { Button } from '../../../ui/button/button.tsx';
import { showSuccess } from '../../../ui/feedback/toast.ts';

/** A saved search, or a new one, which has no id. */
export type EditedSearch = Omit<SavedSearch, 'id'> & { id: number | null };

const FREQUENCIES = [
  { id: 'direct', label: 'Direkt', detail: 'När ett nytt objekt läggs ut.' },
  { id: 'daily', label: 'En gång om dagen', detail: 'Klockan 07:00, när det finns något nytt.' },
  { id: 'off', label: 'Aldrig' },
] as const;

/** Saves, changes or removes a search (SAVED-2). */
export default function SavedSearchDialog(props: { search: EditedSearch; onClose: () => void }) {
  const { search, onClose } = props;
  const { id, query, name, frequency } = search;
  const client = useQueryClient();
  const close = async (text: string) => {
    await client.invalidateQueries(savedSearchesQuery);
    showSuccess(text);
    onClose();
  };
  const checked = useCheckedForm({
    initial: { name, frequency },
    schema: savedSearchDraft,
    async send(body) {
      if (id === null) await call(saveSearch, { body: { ...body, query } });
      else await call(changeSavedSearch, { params: { id }, body });
      await close(`Sökningen ${body.name} har sparats.`);
    },
  });
  const removal = useMutation({
    mutationFn: (search_id: number) => call(removeSavedSearch, { params: { id: search_id } }),
    onSuccess: () => close(`Sökningen ${name} har tagits bort.`),
  });
  const failure = removal.error === null ? checked.failure : [removal.error.message];
  return (
    <FormDialog
      title={id === null ? 'Spara sökning' : 'Ändra sparad sökning'}
      submitLabel="Spara"
      onClose={onClose}
      checked={{ ...checked, failure }}
    >
      <TextInput
        control={checked.control}
        name="name"
        label="Namn"
        autoComplete="off"
        maxLength={60}
      />
      <RadioInput
        control={checked.control}
        name="frequency"
        label="Mejl om nya objekt"
        choices={FREQUENCIES}
      />
      {id !== null && (
        <Button variant="quiet" isPending={removal.isPending} onPress={() => removal.mutate(id)}>
          Ta bort sökningen
        </Button>
      )}
    </FormDialog>
  );
}
