import styles from './field.module.css';
import { PlainField } from './plain-field.tsx';
import type { TextControlProps } from './text-field.tsx';

/** `rows` is the initial height; the field grows with its text. */
export type TextAreaProps = TextControlProps<'textarea'>;

/** Several lines of text, initially three (FMT-4). */
export function TextArea(props: TextAreaProps) {
  const { label, isLabelHidden, description, error, isOptional, isDisabled, ...control } = props;
  const { inputRef, isRequired, onChange, rows = 3, ...rest } = control;
  return (
    <PlainField
      {...{ label, isLabelHidden, description, error, isOptional, isDisabled }}
      aria-describedby={props['aria-describedby']}
    >
      {(ties) => (
        <div className={styles.control}>
          <textarea
            {...rest}
            {...ties}
            ref={inputRef}
            rows={rows}
            className={styles.input}
            disabled={isDisabled}
            aria-required={isRequired || undefined}
            onChange={(event) => onChange?.(event.target.value)}
          />
        </div>
      )}
    </PlainField>
  );
}
