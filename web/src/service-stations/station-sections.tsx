import type { Category } from '@restvarde/contract/categories';
import type { Control } from 'react-hook-form';
import { MultiSelectInput, RadioInput } from '../forms/choice-input.tsx';
import { TextInput } from '../forms/text-input.tsx';
import layout from '../ui/form-layout.module.css';
import type { ContactDraft, StationDraft } from './station-draft.ts';

// biome-ignore lint/suspicious/noExplicitAny: a control serves whatever its form comes to
type AnyControl<Draft extends Record<string, unknown>> = Control<Draft, unknown, any>;

/** The fields of a station (STN-4). */
export function StationSection<Draft extends StationDraft>(props: {
  control: AnyControl<Draft>;
  categories: readonly Category[];
}) {
  const control = props.control as unknown as AnyControl<StationDraft>;
  return (
    <div className={layout.pair}>
      <TextInput control={control} name="number" label="Verkstadsnummer" maxLength={30} />
      <TextInput control={control} name="name" label="Verkstadens namn" maxLength={120} />
      <TextInput control={control} name="street" label="Gatuadress" maxLength={120} />
      <div className={layout.pair}>
        <TextInput
          control={control}
          name="postal"
          label="Postnummer"
          inputMode="numeric"
          maxLength={20}
        />
        <TextInput control={control} name="city" label="Ort" maxLength={80} />
      </div>
      <MultiSelectInput
        control={control}
        name="category_ids"
        label="Kategorier"
        placeholder="Alla"
        allLabel="Välj alla"
        description="Verkstaden ser auktioner i de valda kategorierna. Utan val ser den alla."
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
    </div>
  );
}

/** The fields of a station's contact (STN-4). */
export function ContactSection<Draft extends ContactDraft | (ContactDraft & StationDraft)>(props: {
  control: AnyControl<Draft>;
  emailHint: string;
}) {
  const control = props.control as unknown as AnyControl<ContactDraft>;
  return (
    <div className={layout.pair}>
      <TextInput control={control} name="first_name" label="Förnamn" maxLength={60} />
      <TextInput control={control} name="last_name" label="Efternamn" maxLength={60} />
      <TextInput
        control={control}
        name="email"
        label="E-post"
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck="false"
        description={props.emailHint}
      />
    </div>
  );
}
