import type { Ref } from 'react';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField';
import styles from './field.module.css';
import { FieldBody, type FieldFrame } from './field.tsx';

export interface TextAreaProps
  extends FieldFrame,
    Omit<AriaTextFieldProps, 'className' | 'children' | 'style' | 'isInvalid' | 'validate'> {
  /** Lines to start with; it grows with what is written. */
  rows?: number;
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
    rows = 3,
    placeholder,
    inputRef,
    ...rest
  } = props;
  return (
    <AriaTextField
      {...rest}
      className={styles.field ?? ''}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <FieldBody {...{ label, isLabelHidden, description, error }}>
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
