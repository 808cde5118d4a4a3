import {
  RadioGroup as AriaRadioGroup,
  type RadioGroupProps as AriaRadioGroupProps,
  RadioButton,
  RadioField,
} from 'react-aria-components/RadioGroup';
import styles from './choice.module.css';
import { FieldBody, type FieldFrame } from './field.tsx';

export interface RadioChoice {
  id: string;
  label: string;
  detail?: string;
}

export interface RadioGroupProps
  extends FieldFrame,
    Omit<AriaRadioGroupProps, 'className' | 'children' | 'style' | 'isInvalid' | 'validate'> {
  choices: readonly RadioChoice[];
}

/** One of a few; `orientation="horizontal"` lays them in a row where there is room. */
export function RadioGroup(props: RadioGroupProps) {
  const { label, isLabelHidden, description, error, choices, ...rest } = props;
  return (
    <AriaRadioGroup
      {...rest}
      className={styles.group ?? ''}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <FieldBody {...{ label, isLabelHidden, description, error }}>
        <div className={`${styles.choices} ${rest.orientation === 'horizontal' ? styles.row : ''}`}>
          {choices.map((choice) => (
            <RadioField key={choice.id} value={choice.id}>
              <RadioButton className={styles.choice ?? ''}>
                <span className={`${styles.mark} ${styles.round}`} aria-hidden="true" />
                <span className={styles.text}>
                  {choice.label}
                  {choice.detail !== undefined && (
                    <span className={styles.detail}>{choice.detail}</span>
                  )}
                </span>
              </RadioButton>
            </RadioField>
          ))}
        </div>
      </FieldBody>
    </AriaRadioGroup>
  );
}
