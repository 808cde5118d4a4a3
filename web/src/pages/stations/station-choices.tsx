import type { Category } from '@restvarde/contract/categories';
import type { Control } from 'react-hook-form';
import { MultiSelectInput, RadioInput } from '../../base/forms/choice-input.tsx';
import type { StationDraft } from './station-draft.ts';

/** The fields of a station that are choices (STN-4). */
export default function StationChoices<Output>(props: {
  control: Control<StationDraft, unknown, Output>;
  categories: readonly Category[];
}) {
  const { control } = props;
  return (
    <>
      <MultiSelectInput
        control={control}
        name="category_ids"
        label="Kategorier"
        placeholder="Alla"
        allLabel="Välj alla"
        description="Verkstaden ser auktioner i de valda kategorierna. Väljer du ingen ser verkstaden alla."
        choices={props.categories.map(({ id, name }) => ({ id: String(id), label: name }))}
      />
      <RadioInput
        control={control}
        name="is_staging_area"
        label="Är verkstaden uppställningsplats?"
        orientation="horizontal"
        choices={[
          { id: '1', label: 'Ja' },
          { id: '0', label: 'Nej' },
        ]}
      />
    </>
  );
}
