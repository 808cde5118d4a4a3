import type { User } from '@restvarde/contract/users';
import { useState } from 'react';
import ShortcutHelp from '../../features/shortcuts/shortcut-help.tsx';
import { shortcutSetting } from '../../features/shortcuts/shortcut-setting.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { RadioGroup } from '../../ui/field/radio-group.tsx';

const CHOICES = [
  { id: 'off', label: 'Av' },
  { id: 'on', label: 'På' },
] as const;

/** Turns single-key shortcuts on for this device; off by default (SHELL-9). */
export function ShortcutCard({ me }: { me: User }) {
  const value = shortcutSetting.use();
  const [isHelpOpen, setHelpOpen] = useState(false);
  return (
    <Card title="Kortkommandon">
      <RadioGroup
        label="Kortkommandon med en tangent"
        description="Gäller på den här enheten. Tangenten ? visar vilka som finns, när de är på."
        orientation="horizontal"
        choices={CHOICES}
        value={value}
        onChange={(chosen) => shortcutSetting.set(chosen === 'on' ? 'on' : 'off')}
      />
      <p>
        <Button size="sm" onPress={() => setHelpOpen(true)}>
          Visa kortkommandon
        </Button>
      </p>
      {isHelpOpen && <ShortcutHelp me={me} onClose={() => setHelpOpen(false)} />}
    </Card>
  );
}
