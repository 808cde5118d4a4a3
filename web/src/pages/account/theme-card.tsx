import { useSyncExternalStore } from 'react';
import { Card } from '../../ui/display/card.tsx';
import { RadioGroup } from '../../ui/field/radio-group.tsx';

/** Read by `public/prefetch.js` too, before the first paint. */
const KEY = 'restvarde.theme';
const SYSTEM = 'system';

const CHOICES = [
  { id: SYSTEM, label: 'System' },
  { id: 'light', label: 'Ljust' },
  { id: 'dark', label: 'Mörkt' },
];

/** Light, dark or as the system has it; kept for this device (SET-4). */
export function ThemeCard() {
  const theme = useSyncExternalStore(listen, read);
  return (
    <Card title="Utseende">
      <RadioGroup
        label="Färger"
        description="Gäller på den här enheten. System följer enhetens egen inställning."
        orientation="horizontal"
        choices={CHOICES}
        value={theme}
        onChange={choose}
      />
    </Card>
  );
}

function read(): string {
  try {
    const kept = localStorage.getItem(KEY);
    return CHOICES.some(({ id }) => id === kept) ? String(kept) : SYSTEM;
  } catch {
    return SYSTEM;
  }
}

function choose(theme: string): void {
  try {
    if (theme === SYSTEM) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Storage is forbidden or full: the system's it is.
  }
  // Tells this tab what the browser tells the others.
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
}

function listen(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  return () => window.removeEventListener('storage', onChange);
}
