import { type ReactNode, type Ref, useId } from 'react';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField';
import styles from './field.module.css';
import { FieldBody, type FieldFrame } from './field.tsx';

export interface TextFieldProps
  extends Omit<FieldFrame, 'optionalId'>,
    Omit<AriaTextFieldProps, 'className' | 'children' | 'style' | 'isInvalid' | 'validate'> {
  /** A unit after the value, for eyes only: name it in the label too. */
  suffix?: string | undefined;
  /** A button inside the field, at its end. */
  action?: ReactNode;
  /** Says beside the label that it may be left empty; a field without it is needed. */
  isOptional?: boolean | undefined;
  placeholder?: string | undefined;
  /** `lg` for money and codes: 20 px, tabular figures. */
  size?: 'md' | 'lg' | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  /** Beside the look of the field. */
  inputClassName?: string | undefined;
}

/** One line of text. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    isLabelHidden,
    description,
    error,
    isOptional = false,
    suffix,
    action,
    placeholder,
    size = 'md',
    inputRef,
    inputClassName = '',
    ...rest
  } = props;
  const id = useId();
  const optionalId = isOptional ? id : undefined;
  return (
    <AriaTextField
      {...rest}
      {...(isOptional && { 'aria-describedby': id })}
      className={styles.field ?? ''}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <FieldBody {...{ label, isLabelHidden, description, error, optionalId }}>
        <Group className={`${styles.control} ${size === 'lg' ? styles.lg : ''}`}>
          <Input
            ref={inputRef}
            placeholder={placeholder}
            className={`${styles.input} ${inputClassName}`}
          />
          {suffix !== undefined && (
            <span className={styles.suffix} aria-hidden="true">
              {suffix}
            </span>
          )}
          {action}
        </Group>
      </FieldBody>
    </AriaTextField>
  );
}
