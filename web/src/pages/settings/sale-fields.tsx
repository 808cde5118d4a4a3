import { useFormState, useWatch } from 'react-hook-form';
import { RadioInput } from '../../base/forms/choice-input.tsx';
import layout from '../../base/forms/form-layout.module.css';
import { inputsOf, TextInput } from '../../base/forms/text-input.tsx';
import type { RadioChoice } from '../../ui/field/radio-group.tsx';
import { type FieldsProps, SETTINGS_LABEL } from './settings-draft.ts';

/** Who may bid on what the company sells for dismantling (DISM-3). */
const DISMANTLING_CHOICES: RadioChoice[] = [
  { id: 'all', label: 'Alla verkstäder' },
  {
    id: 'authorised_bid',
    label: 'Bara auktoriserade bilskrotare. Övriga kan se objekten.',
  },
  {
    id: 'authorised_only',
    label: 'Bara auktoriserade bilskrotare. Övriga kan inte se objekten.',
  },
];

/** When the winner gets the release code (PICK-2). */
const RELEASE_CHOICES: RadioChoice[] = [
  { id: '0', label: 'Genast, i mejlet till vinnaren' },
  { id: '1', label: 'När betalningen är noterad' },
];

/** Whether proof of deregistration is required (DISM-7). */
const DEREGISTRATION_CHOICES: RadioChoice[] = [
  { id: '0', label: 'Nej' },
  { id: '1', label: 'Ja, med intyg inom 30 dagar från utlämningen' },
];

/** Whether stations may set a maximum (AUTO-1). */
const MAX_BID_CHOICES: RadioChoice[] = [
  { id: '0', label: 'Nej' },
  { id: '1', label: 'Ja, i auktioner med öppna bud' },
];

/**
 * Whether stations may set a maximum, what happens after an auction's end, who may buy, and the buyer's duties (AUTO-1,
 * OFFER-1, RELIST-6, DISM-3, DISM-7, PICK-2).
 */
export default function SaleFields({ form: { control } }: FieldsProps) {
  const input = inputsOf(control, SETTINGS_LABEL);
  return (
    <>
      <div className={layout.pair}>
        <TextInput
          {...input('decision_days')}
          suffix="vardagar"
          description="Så länge är buden bindande när en auktion slutar utan vinnare. 0 = ingen gräns."
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <RelistFields control={control} />
      <RadioInput {...input('dismantling_bidders')} choices={DISMANTLING_CHOICES} />
      <RadioInput {...input('release_after_payment')} choices={RELEASE_CHOICES} />
      <RadioInput {...input('follow_deregistration')} choices={DEREGISTRATION_CHOICES} />
      <RadioInput
        {...input('allows_max_bids')}
        description="Ett dolt reservationspris kan räknas ut när det nås. Gäller auktioner som inte har startat."
        choices={MAX_BID_CHOICES}
      />
    </>
  );
}

const RELIST_CHOICES: RadioChoice[] = [
  { id: '0', label: 'Inget, ni lägger upp det själva' },
  { id: '1', label: 'Det läggs upp på nytt för demontering' },
];

const RELIST_TERMS = [
  'relist_days',
  'relist_start_bid_percent',
  'relist_reservation_percent',
] as const;

const ABOUT_TERMS: Partial<Record<(typeof RELIST_TERMS)[number], string>> = {
  relist_days: 'Den nya auktionen startar genast.',
  relist_reservation_percent: 'Lämna tomt för att sälja utan reservationspris.',
};

/** Unsold objects for repair are relisted for dismantling at these prices (RELIST-6). */
function RelistFields({ control }: Pick<FieldsProps['form'], 'control'>) {
  const input = inputsOf(control, SETTINGS_LABEL);
  const isOn = useWatch({ control, name: 'relist_dismantling' }) === '1';
  const { errors } = useFormState({ control });
  const terms = RELIST_TERMS.filter((name) => isOn || errors[name]);
  return (
    <>
      <RadioInput
        {...input('relist_dismantling')}
        description="Gäller auktioner som inte har startat. För en enskild auktion kan det ändras i dess formulär."
        choices={RELIST_CHOICES}
      />
      {terms.length > 0 && (
        <div className={layout.pair}>
          {terms.map((name) => (
            <TextInput
              key={name}
              {...input(name)}
              suffix={name === 'relist_days' ? 'dagar' : '%'}
              description={ABOUT_TERMS[name]}
              inputMode="numeric"
              autoComplete="off"
            />
          ))}
        </div>
      )}
    </>
  );
}
