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
  /** The one sentence that is wrong; marks the field as invalid. */
  error?: string | undefined;
}

/**
 * Label above, description and error below a control of React Aria, which ties them to it; `label_id` is for a control that
 * is named by hand. What the browser has a control
 * for is a `PlainField`.
 */
export function FieldBody(props: FieldFrame & { label_id?: string; children: ReactNode }) {
  const { label, label_id, isLabelHidden, description, error, children } = props;
  return (
    <>
      <Label className={isLabelHidden ? 'visually-hidden' : styles.label}>
        {label_id === undefined ? label : <span id={label_id}>{label}</span>}
      </Label>
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

/** The error of a field of React Aria. */
export function FieldMessage({ error }: { error: string | undefined }) {
  return (
    <FieldError className={styles.error ?? ''}>
      {error !== undefined && <Fault error={error} />}
    </FieldError>
  );
}

/** What is wrong, with its sign. */
export function Fault({ error }: { error: string }) {
  return (
    <>
      <CircleAlert aria-hidden="true" size={18} />
      <span data-fault>{error}</span>
    </>
  );
}
