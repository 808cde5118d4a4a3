import { RadioInput } from '../../base/forms/choice-input.tsx';
import type { RadioChoice } from '../../ui/field/radio-group.tsx';
import { type FieldsProps, SETTINGS_LABEL } from './settings-draft.ts';

const CHOICES: RadioChoice[] = [
  { id: '0', label: 'De som vill' },
  { id: '1', label: 'Alla i personalen som loggar in med lösenord' },
];

/** The login of the company's staff (SEC-7). */
export default function LoginFields({ form }: FieldsProps) {
  return (
    <RadioInput
      control={form.control}
      name="requires_second_factor"
      label={SETTINGS_LABEL.requires_second_factor}
      description="Med appen kan ingen logga in bara genom att läsa en kollegas mejl. Kräver du appen av alla loggas de som saknar den ut direkt och får lägga till den när de loggar in igen."
      choices={CHOICES}
    />
  );
}
