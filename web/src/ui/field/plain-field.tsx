import { type ReactElement, useId } from 'react';
import styles from './field.module.css';
import { Fault, type FieldFrame } from './field.tsx';

/** What ties a control to what stands around it. */
interface Ties {
  id: string;
  'aria-labelledby': string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface PlainFieldProps extends FieldFrame {
  /** Says beside the label that it may be left empty; a field without it is needed. */
  isOptional?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** What else on the page describes it, by ids. */
  'aria-describedby'?: string | undefined;
  /** Are there several controls, so that none is the label's own? */
  isGroup?: boolean;
  children: (ties: Ties) => ReactElement;
}

/**
 * Label above, description and error below a control of the browser's own, all tied by ids. React Aria finds out which
 * of them are there once they are, and draws each field twice for it: a page of many fields is slow by that.
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
        <div className={styles.naming}>
          {name}{' '}
          <span id={ids.free} className={styles.hint}>
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
        <span id={ids.hint} className={styles.hint}>
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
