import type { ComponentProps, ReactElement } from 'react';
import styles from './field.module.css';
import { PlainField, type PlainFieldProps } from './plain-field.tsx';

/** The props of a native text control and the field around it. */
export type TextControlProps<Control extends 'input' | 'textarea'> = Omit<
  PlainFieldProps,
  'children' | 'isGroup'
> &
  Omit<
    ComponentProps<Control>,
    'children' | 'className' | 'disabled' | 'id' | 'onChange' | 'ref' | 'required' | 'size'
  > & {
    onChange?: ((text: string) => void) | undefined;
    isRequired?: boolean | undefined;
    inputRef?: ComponentProps<Control>['ref'];
  };

export interface TextFieldProps extends TextControlProps<'input'> {
  /** A unit after the value, for sighted users only; name it in the label too. */
  suffix?: string | undefined;
  /** A button inside the field, at its end. */
  action?: ReactElement;
  /** `lg` for money and codes: 20 px, tabular figures. */
  size?: 'md' | 'lg' | undefined;
  /** Added to the field's own class. */
  inputClassName?: string | undefined;
}

/** The props of a field whose text is parsed to a `value`. */
export interface ParsedFieldProps
  extends Omit<
    TextFieldProps,
    'type' | 'suffix' | 'action' | 'value' | 'onChange' | 'placeholder'
  > {
  value: string;
  onChange: (value: string) => void;
}

/** One line of text. */
export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden, description, error, isOptional, isDisabled, ...control } = props;
  const { suffix, action, size = 'md', inputRef, inputClassName = '', ...input } = control;
  const { isRequired, onChange, ...rest } = input;
  return (
    <PlainField
      {...{ label, isLabelHidden, description, error, isOptional, isDisabled }}
      aria-describedby={props['aria-describedby']}
    >
      {(ties) => (
        <div className={`${styles.control} ${size === 'lg' ? styles.lg : ''}`}>
          <input
            type="text"
            {...rest}
            {...ties}
            ref={inputRef}
            className={`${styles.input} ${inputClassName}`}
            disabled={isDisabled}
            aria-required={isRequired || undefined}
            onChange={(event) => onChange?.(event.target.value)}
          />
          {suffix !== undefined && (
            <span className={styles.suffix} aria-hidden="true">
              {suffix}
            </span>
          )}
          {action}
        </div>
      )}
    </PlainField>
  );
}
