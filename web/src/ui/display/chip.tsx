import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import styles from './chip.module.css';

export interface ChipProps {
  /** The filter and its value: «Status: Aktiv». */
  label: string;
  onRemove: () => void;
}

/** An active filter; a press removes it. */
export function Chip({ label, onRemove }: ChipProps) {
  return (
    <Button className={styles.chip ?? ''} onPress={onRemove}>
      <span className="visually-hidden">Ta bort filter </span>
      <span className={styles.text}>{label}</span>
      <X size={16} />
    </Button>
  );
}

export function ChipList({
  label,
  chips,
}: {
  label: string;
  chips: readonly (ChipProps & { id: string })[];
}) {
  return (
    <ul className={styles.list} aria-label={label}>
      {chips.map(({ id, ...chip }) => (
        <li key={id}>
          <Chip {...chip} />
        </li>
      ))}
    </ul>
  );
}

interface ToggleChipProps {
  isOn: boolean;
  onChange: (is_on: boolean) => void;
  children: ReactNode;
}

/** A filter that is always visible and is turned on and off by a press. */
export function ToggleChip({ isOn, onChange, children }: ToggleChipProps) {
  return (
    <ToggleButton
      isSelected={isOn}
      onChange={onChange}
      className={`${styles.chip} ${styles.toggle}`}
    >
      {children}
    </ToggleButton>
  );
}
