import { DAMAGE_CONDITIONS, DAMAGE_LABEL } from '@restvarde/contract/auctions/damage-conditions';
import type { FieldSection } from '@restvarde/contract/auctions/fields';
import type { Category } from '@restvarde/contract/categories';
import { makerOf } from '@restvarde/contract/vehicles/chassis-number';
import { Fragment, type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { MultiSelectInput, RadioInput } from '../../../base/forms/choice-input.tsx';
import { NumberInput, TextAreaInput, TextInput } from '../../../base/forms/text-input.tsx';
import { CopyButton } from '../../../ui/button/copy-button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import type { AuctionDraft, DraftField, InputIn } from '../draft/auction-draft.ts';
import { type DraftLocks, heldBy } from '../draft/draft-locks.ts';
import type { Filling } from '../draft/fill-draft.ts';
import { FORM_LABEL } from '../draft/form-sections.ts';
import type { DraftControl } from '../draft/use-auction-form.ts';
import styles from './fields.module.css';
import { PriceGuideLine } from './price-guide.tsx';
import { useVehicleLookup } from './use-vehicle-lookup.ts';
import { VehicleNumberInput } from './vehicle-number-input.tsx';

export interface SectionProps {
  control: DraftControl;
  locks: DraftLocks;
  /** The initial values of a new auction; those choices are marked (FORM-2). */
  defaults?: AuctionDraft | undefined;
}

/** A section's inputs, in order. It is a type error if a field of the section has none. */
export type SectionInputs<Section extends FieldSection> = Record<InputIn<Section>, ReactNode>;

/** The props of all inputs: the field, its label, and its lock or `description`. */
export const lockableInputsOf =
  (control: DraftControl, locks: DraftLocks) => (name: DraftField, description?: string) => ({
    control,
    name,
    label: FORM_LABEL[name],
    ...heldBy(locks, name, description),
  });

/** Renders inputs in their order. */
export const inOrder = (inputs: Record<string, ReactNode>) =>
  Object.entries(inputs).map(([name, input]) => <Fragment key={name}>{input}</Fragment>);

/** The choices, with the default marked. */
function mark<Choice extends { id: string; detail?: string }>(
  choices: readonly Choice[],
  preset: string | undefined,
): (Choice & { detail?: string })[] {
  return choices.map((choice) =>
    choice.id === preset ? { ...choice, detail: 'Förvald' } : choice,
  );
}

const YES_NO = [
  { id: '1', label: 'Ja' },
  { id: '0', label: 'Nej' },
];

const AREAS = [
  { id: '0', label: 'Egna verkstäder' },
  { id: '1', label: 'Alla verkstäder', detail: 'Även andra bolags verkstäder.' },
];

const UNSOLD = [
  { id: '1', label: 'Läggs upp på nytt för demontering' },
  { id: '0', label: 'Läggs inte upp automatiskt' },
];

/** The object. */
export function VehicleSection(props: {
  control: DraftControl;
  /** Fills in fields of a new auction. */
  fill?: (values: Filling) => void;
  locks: DraftLocks;
  number: string;
  categories: readonly Category[];
  company: string | undefined;
  /** The id of the auction that is changed, which is not its own duplicate (FORM-9). */
  own_id?: number;
}) {
  const { control, fill, locks, number, categories, company, own_id } = props;
  const input = lockableInputsOf(control, locks);
  const [plate, setPlate] = useState('');
  const found = useVehicleLookup(plate, categories, fill);
  const inputs: SectionInputs<'fordon'> = {
    registration_number: (
      <VehicleNumberInput
        {...{ control, company, own_id }}
        name="registration_number"
        lock={locks.registration_number}
        onLeave={setPlate}
        status={found}
      />
    ),
    chassis_number: (
      <VehicleNumberInput
        {...{ control, company, own_id }}
        name="chassis_number"
        lock={locks.chassis_number}
        onLeave={(chassis) => {
          const manufacturer = makerOf(chassis);
          if (manufacturer !== null) fill?.({ manufacturer });
        }}
      />
    ),
    category_ids: (
      <MultiSelectInput
        {...input('category_ids')}
        placeholder="Välj kategori"
        choices={categories.map(({ id, name }) => ({ id: String(id), label: name }))}
      />
    ),
    manufacturer: <TextInput {...input('manufacturer')} maxLength={60} />,
    model: <TextInput {...input('model')} isOptional maxLength={80} />,
    model_year: (
      <TextInput
        {...input('model_year')}
        isOptional
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
      />
    ),
    mileage: <NumberInput {...input('mileage')} isOptional suffix="mil" />,
    claim_number: (
      <TextInput
        {...input('claim_number', 'Syns inte för verkstäder.')}
        isOptional
        maxLength={60}
      />
    ),
  };
  return (
    <Card title="Fordon" id="fordon">
      <div className={styles.pair}>
        {inOrder(inputs)}
        <div className="stack gap-1">
          <span className={styles.name}>Objektsnummer</span>
          <output className={styles.value}>
            <span>{number}</span>
            {own_id !== undefined && <CopyButton value={number} of="objektsnumret" />}
          </output>
        </div>
      </div>
    </Card>
  );
}

/** What the object is sold for, who may bid, and the description. */
export function ConditionSection({ control, locks, defaults }: SectionProps) {
  const input = lockableInputsOf(control, locks);
  const condition = useWatch({ control, name: 'damage_condition' });
  const { description, ...choices }: SectionInputs<'skick'> = {
    damage_condition: (
      <RadioInput
        {...input('damage_condition')}
        choices={mark(
          DAMAGE_CONDITIONS.map((id) => ({ id, label: DAMAGE_LABEL[id] })),
          defaults?.damage_condition,
        )}
      />
    ),
    is_global: <RadioInput {...input('is_global')} choices={mark(AREAS, defaults?.is_global)} />,
    relist_dismantling: condition === 'REPAIR' && (
      <RadioInput
        {...input('relist_dismantling')}
        choices={mark(UNSOLD, defaults?.relist_dismantling)}
      />
    ),
    description: (
      <TextAreaInput
        control={control}
        name="description"
        label={FORM_LABEL.description}
        isOptional
        description="Skador, utrustning och annat som en köpare behöver veta."
        maxLength={10_000}
      />
    ),
  };
  return (
    <Card title="Försäljning" id="skick">
      <div className={styles.pair}>{inOrder(choices)}</div>
      {inOrder({ description })}
    </Card>
  );
}

/** The prices, and whether they are shown. */
export function PriceSection(props: SectionProps & { company: string | undefined }) {
  const { control, locks, defaults, company } = props;
  const input = lockableInputsOf(control, locks);
  const inputs: SectionInputs<'pris'> = {
    start_bid: (
      <NumberInput
        {...input('start_bid', 'Exkl. moms. Lämna tomt för att sälja utan utropspris.')}
        isOptional
        suffix="kr"
      />
    ),
    reservation_price: (
      <NumberInput
        {...input(
          'reservation_price',
          'Exkl. moms. Når inget bud hit väljer du själv om objektet ska säljas.',
        )}
        isOptional
        suffix="kr"
      />
    ),
    hidden_bids: (
      <RadioInput
        {...input('hidden_bids', 'Verkstäderna ser då bara sina egna bud.')}
        orientation="horizontal"
        choices={mark(YES_NO, defaults?.hidden_bids)}
      />
    ),
    hidden_reservation_price: (
      <RadioInput
        {...input('hidden_reservation_price', 'Verkstäderna ser då inte beloppet.')}
        orientation="horizontal"
        choices={mark(YES_NO, defaults?.hidden_reservation_price)}
      />
    ),
  };
  return (
    <Card title="Pris" id="pris">
      {!(locks.start_bid?.isDisabled && locks.reservation_price?.isDisabled) && (
        <PriceGuideLine {...{ control, company }} />
      )}
      <div className={styles.pair}>{inOrder(inputs)}</div>
    </Card>
  );
}
