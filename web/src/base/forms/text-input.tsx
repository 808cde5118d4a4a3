import { parseKronor } from '@restvarde/contract/money';
import { useState } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useController } from 'react-hook-form';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { TextArea, type TextAreaProps } from '../../ui/field/text-area.tsx';
import { TextField, type TextFieldProps } from '../../ui/field/text-field.tsx';
import { formatNumber } from '../../ui/format/numbers.ts';

/** The form and the field that an input is bound to. */
export interface FieldBinding<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
}

/** A form field is required unless it is marked as optional. */
export const requiredByDefault = ({ isOptional, isRequired = !isOptional }: Requirement) => ({
  isRequired,
});
interface Requirement {
  isOptional?: boolean | undefined;
  isRequired?: boolean | undefined;
}

type UnboundProps<Props> = Omit<
  Props,
  'value' | 'onChange' | 'error' | 'inputRef' | 'name' | 'defaultValue'
>;

/** The value and the change handler of a form's text field. */
export function useFieldBinding<Values extends FieldValues, Output>({
  control,
  name,
}: FieldBinding<Values, Output>) {
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

/** A `TextField` bound to a form field. */
export function TextInput<Values extends FieldValues, Output>(
  props: FieldBinding<Values, Output> & UnboundProps<TextFieldProps>,
) {
  const { control, name, ...rest } = props;
  return (
    <TextField {...rest} {...requiredByDefault(rest)} {...useFieldBinding({ control, name })} />
  );
}

/** A `TextField` for whole numbers. Groups a valid number on blur: «12 500» (FMT-1). */
export function NumberInput<Values extends FieldValues, Output>(
  props: FieldBinding<Values, Output> & UnboundProps<TextFieldProps>,
) {
  const { control, name, ...rest } = props;
  const bound = useFieldBinding({ control, name });
  const [isTouched, setTouched] = useState(false);
  return (
    <TextField
      {...rest}
      {...requiredByDefault(rest)}
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

/** A `PasswordField` bound to a form field. */
export function PasswordInput<Values extends FieldValues, Output>(
  props: FieldBinding<Values, Output> &
    UnboundProps<Omit<TextFieldProps, 'type' | 'action' | 'suffix'>>,
) {
  const { control, name, ...rest } = props;
  return (
    <PasswordField {...rest} {...requiredByDefault(rest)} {...useFieldBinding({ control, name })} />
  );
}

/** A `TextArea` bound to a form field. */
export function TextAreaInput<Values extends FieldValues, Output>(
  props: FieldBinding<Values, Output> & UnboundProps<TextAreaProps>,
) {
  const { control, name, ...rest } = props;
  return (
    <TextArea {...rest} {...requiredByDefault(rest)} {...useFieldBinding({ control, name })} />
  );
}
