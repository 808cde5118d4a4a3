import { parseKronor } from '@restvarde/contract/money';
import { useState } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useController } from 'react-hook-form';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { TextArea, type TextAreaProps } from '../../ui/field/text-area.tsx';
import { TextField, type TextFieldProps } from '../../ui/field/text-field.tsx';
import { formatNumber } from '../../ui/format/numbers.ts';

/** Which field of which form an input writes to. */
export interface Bound<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
}

/** A field of a form is required unless it is marked as optional. */
export const byDefault = ({ isOptional, isRequired = !isOptional }: Requirement) => ({
  isRequired,
});
interface Requirement {
  isOptional?: boolean | undefined;
  isRequired?: boolean | undefined;
}

type Free<Props> = Omit<
  Props,
  'value' | 'onChange' | 'error' | 'inputRef' | 'name' | 'defaultValue'
>;

/** The value of a form's text field, and what changes it. */
export function useBound<Values extends FieldValues, Output>({
  control,
  name,
}: Bound<Values, Output>) {
  const { field, fieldState } = useController({ control, name });
  return {
    name,
    value: (field.value ?? '') as string,
    onChange: field.onChange as (value: string) => void,
    onBlur: field.onBlur,
    inputRef: field.ref,
    error: fieldState.error?.message,
  };
}

/** A `TextField` of a form. */
export function TextInput<Values extends FieldValues, Output>(
  props: Bound<Values, Output> & Free<TextFieldProps>,
) {
  const { control, name, ...rest } = props;
  return <TextField {...rest} {...byDefault(rest)} {...useBound({ control, name })} />;
}

/** A `TextField` for whole numbers: what was written and can be read is grouped when it is left, «12 500» (FMT-1). */
export function NumberInput<Values extends FieldValues, Output>(
  props: Bound<Values, Output> & Free<TextFieldProps>,
) {
  const { control, name, ...rest } = props;
  const bound = useBound({ control, name });
  const [isTouched, setTouched] = useState(false);
  return (
    <TextField
      {...rest}
      {...byDefault(rest)}
      {...bound}
      inputMode="numeric"
      autoComplete="off"
      onChange={(value) => {
        setTouched(true);
        bound.onChange(value);
      }}
      onBlur={() => {
        const amount = isTouched ? parseKronor(bound.value) : null;
        const grouped = amount === null ? bound.value : formatNumber(amount);
        if (grouped !== bound.value) bound.onChange(grouped);
        setTouched(false);
        bound.onBlur();
      }}
    />
  );
}

/** A `PasswordField` of a form. */
export function PasswordInput<Values extends FieldValues, Output>(
  props: Bound<Values, Output> & Free<Omit<TextFieldProps, 'type' | 'action' | 'suffix'>>,
) {
  const { control, name, ...rest } = props;
  return <PasswordField {...rest} {...byDefault(rest)} {...useBound({ control, name })} />;
}

/** A `TextArea` of a form. */
export function TextAreaInput<Values extends FieldValues, Output>(
  props: Bound<Values, Output> & Free<TextAreaProps>,
) {
  const { control, name, ...rest } = props;
  return <TextArea {...rest} {...byDefault(rest)} {...useBound({ control, name })} />;
}
