import { type FocusEvent, type Ref, useId } from 'react';
import styles from './choice.module.css';
import { PlainField, type PlainFieldProps } from './plain-field.tsx';

export interface RadioChoice {
  id: string;
  label: string;
  detail?: string;
}

export interface RadioGroupProps
  extends Omit<PlainFieldProps, 'children' | 'isGroup' | 'isOptional'> {
  choices: readonly RadioChoice[];
  /** Null if nothing is chosen. */
  value: string | null;
  onChange: (id: string) => void;
  /** Called when focus leaves the group. */
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  isRequired?: boolean | undefined;
  orientation?: 'horizontal' | 'vertical' | undefined;
  /** The chosen button, or the first: the focus target. */
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** A choice of one of a few. `orientation="horizontal"` puts them in a row if there is room. */
export function RadioGroup(props: RadioGroupProps) {
  const ownName = useId();
  const { choices, value, onChange, onBlur, name = ownName, isRequired, ...rest } = props;
  const { orientation, inputRef, ...frame } = rest;
  const { isDisabled, error } = frame;
  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) onBlur?.();
  }
  return (
    <PlainField {...frame} isGroup>
      {(ties) => (
        <div
          role="radiogroup"
          {...ties}
          className={`${styles.choices} ${orientation === 'horizontal' ? styles.row : ''}`}
          aria-required={isRequired || undefined}
          aria-disabled={isDisabled || undefined}
          onBlur={leave}
        >
          {choices.map(({ id, label, detail }) => (
            <label
              key={id}
              className={styles.choice}
              data-disabled={isDisabled || undefined}
              data-invalid={error !== undefined || undefined}
            >
              <input
                ref={id === (value ?? choices[0]?.id) ? inputRef : undefined}
                type="radio"
                className="visually-hidden"
                {...{ name, value: id }}
                checked={id === value}
                disabled={isDisabled}
                onChange={() => onChange(id)}
              />
              <span className={`${styles.mark} ${styles.round}`} aria-hidden="true" />
              <span className={styles.text}>
                <span>{label}</span>
                {detail !== undefined && <span className={styles.detail}>{detail}</span>}
              </span>
            </label>
          ))}
        </div>
      )}
    </PlainField>
  );
}
