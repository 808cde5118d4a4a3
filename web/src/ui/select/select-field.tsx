import { Check } from 'lucide-react';
import { type Ref, useId } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import fieldStyles from '../field/field.module.css';
import { FieldBody, type FieldFrame } from '../field/field.tsx';
import styles from '../popover.module.css';
import { ComboboxButton } from './combobox-button.tsx';
import type { Choice } from './select-placeholder.tsx';

export interface SelectProps<Id extends string | number> extends FieldFrame {
  choices: readonly Choice<Id>[];
  value: Id | null;
  onChange: (value: Id) => void;
  onBlur?: (() => void) | undefined;
  placeholder?: string | undefined;
  isDisabled?: boolean | undefined;
  isRequired?: boolean | undefined;
  name?: string | undefined;
  buttonRef?: Ref<HTMLButtonElement> | undefined;
}

/** The field of `select.tsx`. */
export default function SelectField<Id extends string | number>(props: SelectProps<Id>) {
  const { label, isLabelHidden, description, error, choices, value, onChange, onBlur, ...rest } =
    props;
  const { placeholder = 'Välj', isDisabled = false, isRequired = false, name, buttonRef } = rest;
  const label_id = useId();
  return (
    <AriaSelect
      className={fieldStyles.field ?? ''}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      value={value}
      onChange={(key) => key !== null && onChange(key as Id)}
      {...(onBlur && { onBlur })}
      {...(name !== undefined && { name })}
      {...{ placeholder, isDisabled, isRequired }}
    >
      <FieldBody {...{ label, label_id, isLabelHidden, description, error }}>
        <ComboboxButton
          ref={buttonRef}
          isInvalid={error !== undefined}
          {...{ label_id, isRequired }}
        >
          <SelectValue className={styles.value ?? ''}>
            {({ isPlaceholder, selectedText }) => (isPlaceholder ? placeholder : selectedText)}
          </SelectValue>
        </ComboboxButton>
      </FieldBody>
      <Popover className={styles.popover ?? ''} offset={4}>
        <ListBox className={styles.list ?? ''} items={choices}>
          {(choice) => (
            <ListBoxItem className={styles.item ?? ''} textValue={choice.label}>
              {({ isSelected }) => (
                <>
                  <span>{choice.label}</span>
                  {isSelected && <Check size={20} className={styles.check} />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
