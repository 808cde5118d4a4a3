import * as z from 'zod/mini';
import { MultiSelectInput, RadioInput, SelectInput } from '../src/base/forms/choice-input.tsx';
import { DateInput } from '../src/base/forms/date-input.tsx';
import { ErrorSummary } from '../src/base/forms/error-summary.tsx';
import layout from '../src/base/forms/form-layout.module.css';
import { FormMessage } from '../src/base/forms/form-message.tsx';
import { TextAreaInput, TextInput } from '../src/base/forms/text-input.tsx';
import { TimeInput } from '../src/base/forms/time-input.tsx';
import { useCheckedForm } from '../src/base/forms/use-checked-form.ts';
import { Button } from '../src/ui/button/button.tsx';
import { Specimen } from './specimen.tsx';

const needed = (sentence: string) => z.string().check(z.minLength(1, sentence));

const schema = z.object({
  model: needed('Ange en modell'),
  category: needed('Välj en kategori'),
  companies: z.array(z.string()).check(z.minLength(1, 'Välj minst ett bolag')),
  condition: needed('Välj vad objektet säljes för'),
  start_date: needed('Ange ett startdatum'),
  start_time: needed('Ange en starttid'),
  description: needed('Beskriv objektet'),
});

const initial: z.input<typeof schema> = {
  model: '',
  category: '',
  companies: [],
  condition: '',
  start_date: '',
  start_time: '',
  description: '',
};

export function Form() {
  const checked = useCheckedForm({
    initial,
    schema,
    hasSummary: true,
    send: () => Promise.reject(new Error('refused')),
  });
  const { control, form, failure } = checked;
  return (
    <Specimen name="Skicka utan att fylla i, och ifyllt: servern vägrar">
      <form className="stack gap-5" noValidate onSubmit={checked.onSubmit}>
        <ErrorSummary
          faults={checked.faults}
          attempt={checked.attempt}
          onGoTo={(name) => form.setFocus(name as keyof typeof initial)}
        />
        <FormMessage title="Det gick inte att spara." messages={failure} />
        <div className="stack gap-4">
          <TextInput control={control} name="model" label="Modell" />
          <div className={layout.pair}>
            <SelectInput
              control={control}
              name="category"
              label="Fordonskategori"
              choices={[
                { id: '1', label: 'Personbil' },
                { id: '2', label: 'Lastbil' },
              ]}
            />
            <MultiSelectInput
              control={control}
              name="companies"
              label="Bolag"
              allLabel="Välj alla"
              choices={[
                { id: '1', label: 'Nordsäkring' },
                { id: '2', label: 'Kustbolaget' },
              ]}
            />
          </div>
          <RadioInput
            control={control}
            name="condition"
            label="Säljes för"
            choices={[
              { id: 'REPAIR', label: 'Reparation' },
              { id: 'DISASSEMBLY', label: 'Demontering' },
            ]}
          />
          <div className={layout.pair}>
            <DateInput control={control} name="start_date" label="Dag för start" />
            <TimeInput control={control} name="start_time" label="Tid för start" />
          </div>
          <TextAreaInput control={control} name="description" label="Om objektet" />
        </div>
        <div className={layout.buttons}>
          <Button
            type="submit"
            variant="primary"
            isPending={checked.isPending}
            pendingLabel="Sparar …"
          >
            Spara formuläret
          </Button>
        </div>
      </form>
    </Specimen>
  );
}
