import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import styles from './field.module.css';

/** What every field has around its control. */
export interface FieldFrame {
  /** Always there for screen readers; `isLabelHidden` hides it from eyes. A unit belongs in it. */
  label: string;
  isLabelHidden?: boolean | undefined;
  description?: ReactNode;
  /** The id of the word that says so beside the label: it may be left empty. */
  optionalId?: string | undefined;
  /** The one sentence that is wrong; marks the field as invalid. */
  error?: string | undefined;
}

/** Label above, description and error below the control: the same for every field. */
export function FieldBody(props: FieldFrame & { children: ReactNode }) {
  const { label, isLabelHidden, description, error, optionalId, children } = props;
  return (
    <>
      {optionalId === undefined ? (
        <Label className={isLabelHidden ? 'visually-hidden' : styles.label}>{label}</Label>
      ) : (
        <div className={styles.naming}>
          <Label className={styles.label}>{label}</Label>{' '}
          <span id={optionalId} className={styles.hint}>
            (valfritt)
          </span>
        </div>
      )}
      {children}
      {description !== undefined && (
        <Text slot="description" className={styles.hint}>
          {description}
        </Text>
      )}
      <FieldMessage error={error} />
    </>
  );
}

/** The error of a field, with its sign. */
export function FieldMessage({ error }: { error: string | undefined }) {
  return (
    <FieldError className={styles.error ?? ''}>
      {error !== undefined && (
        <>
          <CircleAlert aria-hidden="true" size={18} />
          <span>{error}</span>
        </>
      )}
    </FieldError>
  );
}
