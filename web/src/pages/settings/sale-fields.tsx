import type { CompanySettings } from '@restvarde/contract/companies/company-settings';
import type { Control } from 'react-hook-form';
import { RadioInput } from '../../base/forms/choice-input.tsx';
import layout from '../../base/forms/form-layout.module.css';
import { TextInput } from '../../base/forms/text-input.tsx';
import type { RadioChoice } from '../../ui/field/radio-group.tsx';
import type { SettingsDraft } from './settings-draft.ts';
import { SETTINGS_LABEL } from './settings-labels.ts';

/** Whom the company lets bid on what it sells for dismantling (DISM-3). */
const DISMANTLING_CHOICES: RadioChoice[] = [
  { id: 'all', label: 'Alla verkstäder' },
  {
    id: 'authorised_bid',
    label: 'Auktoriserade bilskrotare, andra ser objekten',
  },
  {
    id: 'authorised_only',
    label: 'Auktoriserade bilskrotare, andra ser dem inte',
  },
];

/** When the winner gets the code that it shows to collect (PICK-2). */
const RELEASE_CHOICES: RadioChoice[] = [
  { id: '0', label: 'Genast, i mejlet om vinsten' },
  { id: '1', label: 'När betalningen är noterad' },
];

/** Is proof of deregistration asked for (DISM-7)? */
const DEREGISTRATION_CHOICES: RadioChoice[] = [
  { id: '0', label: 'Nej' },
  { id: '1', label: 'Ja, med intyg inom 30 dagar från utlämningen' },
];

/** What happens after an auction's end, who may buy, and what the buyer then does (OFFER-1, DISM-3, DISM-7, PICK-2). */
export default function SaleFields(props: {
  control: Control<SettingsDraft, unknown, CompanySettings>;
}) {
  const { control } = props;
  return (
    <div className={layout.pair}>
      <TextInput
        control={control}
        name="decision_days"
        label={SETTINGS_LABEL.decision_days}
        suffix="vardagar"
        description="Så länge är buden bindande när en auktion slutar utan vinnare. Sedan släpps de. 0: ingen gräns."
        inputMode="numeric"
        autoComplete="off"
      />
      <RadioInput
        control={control}
        name="dismantling_bidders"
        label={SETTINGS_LABEL.dismantling_bidders}
        choices={DISMANTLING_CHOICES}
      />
      <RadioInput
        control={control}
        name="release_after_payment"
        label={SETTINGS_LABEL.release_after_payment}
        choices={RELEASE_CHOICES}
      />
      <RadioInput
        control={control}
        name="follow_deregistration"
        label={SETTINGS_LABEL.follow_deregistration}
        choices={DEREGISTRATION_CHOICES}
      />
    </div>
  );
}
