import { openDeviceSetting } from '../../ui/device-setting.ts';
import { Card } from '../../ui/display/card.tsx';
import { RadioGroup } from '../../ui/field/radio-group.tsx';

/** Also read by `app/prefetch.ts`, before the first paint. */
const theme = openDeviceSetting('restvarde.theme', ['system', 'light', 'dark']);

const CHOICES = [
  { id: 'system', label: 'Som enheten' },
  { id: 'light', label: 'Ljust' },
  { id: 'dark', label: 'Mörkt' },
] as const;

/** Light, dark or the system's scheme; stored on this device (SET-4). */
export function ThemeCard() {
  const value = theme.use();
  return (
    <Card title="Utseende">
      <RadioGroup
        label="Färgschema"
        description="Gäller på den här enheten."
        orientation="horizontal"
        choices={CHOICES}
        value={value}
        onChange={(chosen) => theme.set(CHOICES.find(({ id }) => id === chosen)?.id ?? 'system')}
      />
    </Card>
  );
}
