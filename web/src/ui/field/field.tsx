import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import styles from './field.module.css';

/** The label, description and error of a field. */
export interface FieldFrame {
  /** Always present for screen readers; `isLabelHidden` hides it visually. Include the unit. */
  label: string;
  isLabelHidden?: boolean | undefined;
  description?: ReactNode;
  /** One sentence; marks the field as invalid. */
  error?: string | undefined;
}

/**
 * Adds a label above a React Aria control, and a description and an error below it. React Aria links them by ids.
 * `label_id` is for controls that are labelled by hand. Native controls use `PlainField`.
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
        <Text slot="description" className="quiet">
          {description}
        </Text>
      )}
      <FieldMessage error={error} />
    </>
  );
}

/** The error of a React Aria field. */
export function FieldMessage({ error }: { error: string | undefined }) {
  return (
    <FieldError className={styles.error ?? ''}>
      {error !== undefined && <Fault error={error} />}
    </FieldError>
  );
}

/** An error with its icon. */
export function Fault({ error }: { error: string }) {
  return (
    <>
      <CircleAlert size={18} />
      <span data-fault>{error}</span>
    </>
  );
}
