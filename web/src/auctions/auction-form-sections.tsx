import type { Category, StagingArea } from '@restvarde/contract/categories';
import { DAMAGE_CONDITIONS, DAMAGE_LABEL } from '@restvarde/contract/damage-conditions';
import { useWatch } from 'react-hook-form';
import { MultiSelectInput, RadioInput, SelectInput } from '../forms/choice-input.tsx';
import { DateInput, TimeInput } from '../forms/date-input.tsx';
import { TextAreaInput, TextInput } from '../forms/text-input.tsx';
import { Card } from '../ui/card.tsx';
import { OTHER } from './auction-draft.ts';
import styles from './auction-form.module.css';
import type { DraftControl } from './use-auction-form.ts';
import { VehicleNumberInput } from './vehicle-number-input.tsx';

const YES_NO = [
  { id: '1', label: 'Ja' },
  { id: '0', label: 'Nej' },
];

/** What is sold. */
export function VehicleSection(props: {
  control: DraftControl;
  number: string;
  categories: readonly Category[];
  company: string | undefined;
}) {
  const { control, number, categories, company } = props;
  return (
    <Card title="Fordon">
      <div className={styles.pair}>
        <div className={styles.number}>
          <span className={styles.name}>Auktionsnummer</span>
          <output className={styles.value}>{number}</output>
        </div>
        <MultiSelectInput
          control={control}
          name="category_ids"
          label="Kategori"
          placeholder="Välj kategori"
          choices={categories.map(({ id, name }) => ({ id: String(id), label: name }))}
        />
        <TextInput control={control} name="manufacturer" label="Fabrikat" maxLength={60} />
        <TextInput control={control} name="model" label="Modell" maxLength={80} />
        <TextInput
          control={control}
          name="model_year"
          label="Årsmodell"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
        />
        <TextInput
          control={control}
          name="mileage"
          label="Mätarställning (mil)"
          suffix="mil"
          inputMode="numeric"
          autoComplete="off"
        />
        <VehicleNumberInput control={control} name="registration_number" company={company} />
        <VehicleNumberInput control={control} name="chassis_number" company={company} />
      </div>
    </Card>
  );
}

/** In what state it is, and to whom it is offered. */
export function ConditionSection({ control }: { control: DraftControl }) {
  return (
    <Card title="Skick och försäljning">
      <div className={styles.pair}>
        <RadioInput
          control={control}
          name="damage_condition"
          label="Säljes för"
          choices={DAMAGE_CONDITIONS.map((id) => ({ id, label: DAMAGE_LABEL[id] }))}
        />
        <RadioInput
          control={control}
          name="is_global"
          label="Säljområde"
          choices={[
            { id: '0', label: 'Egna verkstäder' },
            { id: '1', label: 'Alla verkstäder', detail: 'Även andra bolags verkstäder.' },
          ]}
        />
      </div>
      <TextAreaInput
        control={control}
        name="description"
        label="Beskrivning"
        description="Skador, utrustning och annat som en köpare behöver veta."
        maxLength={10_000}
      />
    </Card>
  );
}

export function PriceSection({ control }: { control: DraftControl }) {
  return (
    <Card title="Pris">
      <div className={styles.pair}>
        <TextInput
          control={control}
          name="start_bid"
          label="Utropspris (kr)"
          suffix="kr"
          description="Exkl. moms. Lämna tomt för inget utropspris."
          inputMode="numeric"
          autoComplete="off"
        />
        <TextInput
          control={control}
          name="reservation_price"
          label="Reservationspris (kr)"
          suffix="kr"
          description="Exkl. moms. Under det säljs objektet inte av sig självt."
          inputMode="numeric"
          autoComplete="off"
        />
        <RadioInput
          control={control}
          name="hidden_bids"
          label="Dolda bud"
          description="Verkstäderna ser då bara sina egna bud."
          orientation="horizontal"
          choices={YES_NO}
        />
        <RadioInput
          control={control}
          name="hidden_reservation_price"
          label="Dolt reservationspris"
          description="Verkstäderna ser då inte beloppet."
          orientation="horizontal"
          choices={YES_NO}
        />
      </div>
    </Card>
  );
}

/** `today` is the first day that can be chosen, YYYY-MM-DD. */
export function TimeSection({ control, today }: { control: DraftControl; today: string }) {
  const start = useWatch({ control, name: 'start_date' });
  return (
    <Card title="Tid">
      <div className={styles.times}>
        <DateInput control={control} name="start_date" label="Startdatum" min={today} />
        <TimeInput control={control} name="start_time" label="Starttid" />
        <DateInput control={control} name="end_date" label="Slutdatum" min={start || today} />
        <TimeInput control={control} name="end_time" label="Sluttid" />
      </div>
      <p className={styles.hint}>Svensk tid. Sena bud kan flytta fram slutet.</p>
    </Card>
  );
}

/** Where it stands; «Annan» opens a text (FORM-3). */
export function PlaceSection(props: { control: DraftControl; places: readonly StagingArea[] }) {
  const { control, places } = props;
  const chosen = useWatch({ control, name: 'staging_area' });
  return (
    <Card title="Plats">
      <div className={styles.pair}>
        <SelectInput
          control={control}
          name="staging_area"
          label="Uppställningsplats"
          placeholder="Välj plats"
          choices={[
            ...places.map(({ id, name }) => ({ id: String(id), label: name })),
            { id: OTHER, label: 'Annan' },
          ]}
        />
        {chosen === OTHER && (
          <TextInput
            control={control}
            name="staging_area_name"
            label="Annan uppställningsplats"
            description="Namn och ort, så att köparen hittar dit."
            maxLength={120}
          />
        )}
      </div>
    </Card>
  );
}
