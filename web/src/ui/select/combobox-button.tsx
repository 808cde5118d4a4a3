import { ChevronDown } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button } from 'react-aria-components/Button';
import fieldStyles from '../field/field.module.css';
import styles from '../popover.module.css';

export interface ComboboxButtonProps {
  /** The id of its label; see `FieldBody`. */
  label_id: string;
  isRequired: boolean;
  isInvalid: boolean;
  ref?: Ref<HTMLButtonElement> | undefined;
  /** The chosen value. */
  children: ReactNode;
}

/**
 * The button of a select, as the ARIA pattern of a select-only combobox: named by its label, with the choice as its
 * value. React Aria's own is a button whose name begins with the value, and that cannot be required or invalid.
 */
export function ComboboxButton(props: ComboboxButtonProps) {
  const { label_id, isRequired, isInvalid, ref, children } = props;
  return (
    <Button
      ref={ref ?? null}
      className={`${fieldStyles.control} ${styles.trigger}`}
      render={(own) => (
        <button
          {...own}
          role="combobox"
          aria-expanded={own['aria-expanded'] ?? false}
          aria-labelledby={label_id}
          aria-required={isRequired || undefined}
          aria-invalid={isInvalid || undefined}
        />
      )}
    >
      {children}
      <ChevronDown size={20} className={styles.chevron} />
    </Button>
  );
}
