import { type ReactElement, useId } from 'react';
import styles from './field.module.css';
import { Fault, type FieldFrame } from './field.tsx';

/** The ids that link a control to its label, description and error. */
interface Ties {
  id: string;
  'aria-labelledby': string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface PlainFieldProps extends FieldFrame {
  /** Marks the field as optional beside the label. Fields are required by default. */
  isOptional?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** Ids of further descriptions on the page. */
  'aria-describedby'?: string | undefined;
  /** True for a group of controls, which has no `<label>` of its own. */
  isGroup?: boolean;
  children: (ties: Ties) => ReactElement;
}

/**
 * Label above, description and error below a native control, linked by ids. React Aria's fields render twice to
 * detect which of them exist, which is slow on a page of many fields.
 */
export function PlainField(props: PlainFieldProps) {
  const { label, isLabelHidden, description, error, isOptional, isDisabled, isGroup } = props;
  const id = useId();
  const ids = { name: `${id}-name`, hint: `${id}-hint`, error: `${id}-error`, free: `${id}-free` };
  const look = isLabelHidden ? 'visually-hidden' : styles.label;
  const described = [
    description !== undefined && ids.hint,
    error !== undefined && ids.error,
    isOptional && ids.free,
    props['aria-describedby'],
  ].filter(Boolean);
  const name = isGroup ? (
    <span id={ids.name} className={look}>
      {label}
    </span>
  ) : (
    <label htmlFor={id} className={look}>
      {label}
    </label>
  );
  return (
    <div
      className={styles.field}
      data-invalid={error !== undefined || undefined}
      data-disabled={isDisabled || undefined}
    >
      {isOptional ? (
        <div className={styles.labelLine}>
          {name}{' '}
          <span id={ids.free} className="quiet">
            (valfritt)
          </span>
        </div>
      ) : (
        name
      )}
      {props.children({
        id,
        'aria-labelledby': isGroup ? ids.name : undefined,
        'aria-describedby': described.join(' ') || undefined,
        'aria-invalid': error !== undefined || undefined,
      })}
      {description !== undefined && (
        <span id={ids.hint} className="quiet">
          {description}
        </span>
      )}
      {error !== undefined && (
        <span id={ids.error} className={styles.error}>
          <Fault error={error} />
        </span>
      )}
    </div>
  );
}
