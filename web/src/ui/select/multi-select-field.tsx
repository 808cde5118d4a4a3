import { Check, Minus } from 'lucide-react';
import { type Ref, useId } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import fieldStyles from '../field/field.module.css';
import { FieldBody, type FieldFrame } from '../field/field.tsx';
import styles from '../popover.module.css';
import { ComboboxButton } from './combobox-button.tsx';
import { type Choice, nameChosen } from './select-placeholder.tsx';

export interface MultiSelectProps<Id extends string | number> extends FieldFrame {
  choices: readonly Choice<Id>[];
  value: readonly Id[];
  onChange: (value: Id[]) => void;
  onBlur?: (() => void) | undefined;
  placeholder?: string | undefined;
  /** The text of a first choice that selects all or none, such as «Välj alla» (FMT-4). */
  allLabel?: string | undefined;
  isDisabled?: boolean | undefined;
  isRequired?: boolean | undefined;
  buttonRef?: Ref<HTMLButtonElement> | undefined;
}

/** The key of the choice that selects all. No id equals it. */
const ALL = '*';

/** The field of `multi-select.tsx`. */
export default function MultiSelectField<Id extends string | number>(props: MultiSelectProps<Id>) {
  const { label, isLabelHidden, description, error, choices, value, onChange, onBlur, ...rest } =
    props;
  const {
    placeholder = 'Välj',
    allLabel,
    isDisabled = false,
    isRequired = false,
    buttonRef,
  } = rest;
  const hasAll = choices.length > 0 && choices.every((choice) => value.includes(choice.id));
  const chosen = choices.filter((choice) => value.includes(choice.id));

  function change(keys: readonly (string | number)[]) {
    const wantsAll = keys.includes(ALL);
    if (allLabel !== undefined && wantsAll !== hasAll) {
      onChange(wantsAll ? choices.map((choice) => choice.id) : []);
    } else {
      onChange(choices.map((choice) => choice.id).filter((id) => keys.includes(id)));
    }
  }

  const label_id = useId();
  return (
    <AriaSelect
      selectionMode="multiple"
      className={fieldStyles.field ?? ''}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      value={hasAll && allLabel !== undefined ? [ALL, ...value] : value}
      onChange={change}
      {...(onBlur && { onBlur })}
      {...{ placeholder, isDisabled, isRequired }}
    >
      <FieldBody {...{ label, label_id, isLabelHidden, description, error }}>
        <ComboboxButton
          ref={buttonRef}
          isInvalid={error !== undefined}
          {...{ label_id, isRequired }}
        >
          <SelectValue className={styles.value ?? ''}>
            {nameChosen(props) || placeholder}
          </SelectValue>
        </ComboboxButton>
      </FieldBody>
      <Popover className={styles.popover ?? ''} offset={4}>
        <ListBox className={styles.list ?? ''}>
          {allLabel !== undefined && (
            <ListBoxItem id={ALL} textValue={allLabel} className={`${styles.item} ${styles.all}`}>
              {({ isSelected }) => (
                <>
                  <Box isChosen={isSelected} isPartly={!hasAll && chosen.length > 0} />
                  <span>{allLabel}</span>
                </>
              )}
            </ListBoxItem>
          )}
          {choices.map((choice) => (
            <ListBoxItem
              key={choice.id}
              id={choice.id}
              textValue={choice.label}
              className={styles.item ?? ''}
            >
              {({ isSelected }) => (
                <>
                  <Box isChosen={isSelected} />
                  <span>{choice.label}</span>
                  {choice.note !== undefined && (
                    <span className={`quiet tabular ${styles.note}`}>{choice.note}</span>
                  )}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

function Box({ isChosen, isPartly = false }: { isChosen: boolean; isPartly?: boolean }) {
  return (
    <span className={styles.box} data-some={isPartly || undefined} aria-hidden="true">
      {isPartly ? (
        <Minus size={16} strokeWidth={3} />
      ) : (
        isChosen && <Check size={16} strokeWidth={3} />
      )}
    </span>
  );
}
