import { type Ref, useId } from 'react';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField';
import styles from './field.module.css';
import { FieldBody, type FieldFrame } from './field.tsx';

export interface TextAreaProps
  extends Omit<FieldFrame, 'optionalId'>,
    Omit<AriaTextFieldProps, 'className' | 'children' | 'style' | 'isInvalid' | 'validate'> {
  /** Lines to start with; it grows with what is written. */
  rows?: number;
  /** Says beside the label that it may be left empty; a field without it is needed. */
  isOptional?: boolean | undefined;
  placeholder?: string;
  inputRef?: Ref<HTMLTextAreaElement> | undefined;
}

/** Several lines of text, three to start with (FMT-4). */
export function TextArea(props: TextAreaProps) {
  const {
    label,
    isLabelHidden,
    description,
    error,
    isOptional = false,
    rows = 3,
    placeholder,
    inputRef,
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
        <div className={styles.control}>
          <AriaTextArea
            ref={inputRef}
            rows={rows}
            placeholder={placeholder}
            className={styles.input ?? ''}
          />
        </div>
      </FieldBody>
    </AriaTextField>
  );
}
