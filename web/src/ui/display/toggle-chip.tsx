import type { ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import styles from './chip.module.css';

export interface ToggleChipProps {
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
