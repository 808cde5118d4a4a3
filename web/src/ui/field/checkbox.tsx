import { Check, Minus } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import {
  CheckboxButton,
  CheckboxField,
  type CheckboxFieldProps,
  Text,
} from 'react-aria-components/Checkbox';
import styles from './choice.module.css';
import { FieldMessage } from './field.tsx';

export interface CheckboxProps
  extends Omit<CheckboxFieldProps, 'className' | 'children' | 'style' | 'isInvalid' | 'validate'> {
  children: ReactNode;
  /** Below the box and outside its label, so it may contain links. */
  description?: ReactNode;
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement | null>;
}

/** A checkbox whose whole text toggles it. */
export function Checkbox({ children, description, error, ...rest }: CheckboxProps) {
  return (
    <CheckboxField
      {...rest}
      className={'stack gap-1'}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <CheckboxButton className={styles.choice ?? ''}>
        {({ isSelected, isIndeterminate }) => (
          <>
            <span className={styles.mark} aria-hidden="true">
              {isIndeterminate ? (
                <Minus size={18} strokeWidth={3} />
              ) : (
                isSelected && <Check size={18} strokeWidth={3} />
              )}
            </span>
            <span className={styles.text}>{children}</span>
          </>
        )}
      </CheckboxButton>
      <div className={styles.below}>
        {description !== undefined && (
          <Text slot="description" className="quiet">
            {description}
          </Text>
        )}
        <FieldMessage error={error} />
      </div>
    </CheckboxField>
  );
}
