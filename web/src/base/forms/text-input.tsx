import { parseKronor } from '@restvarde/contract/money';
import { type ComponentType, useState } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useController } from 'react-hook-form';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { TextArea } from '../../ui/field/text-area.tsx';
import { TextField, type TextFieldProps } from '../../ui/field/text-field.tsx';
import { formatNumber } from '../../ui/format/numbers.ts';

/** The form and the field that an input is bound to. */
export interface FieldBinding<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
}

/** Returns the props that each input of a form needs: its binding, and its label by its name. */
export const inputsOf =
  <Values extends FieldValues, Output, Labels extends Readonly<Record<string, string>>>(
    control: Control<Values, unknown, Output>,
    labels: Labels,
  ) =>
  (name: FieldPath<Values> & keyof Labels) => ({ control, name, label: labels[name] });

/** The props that a form field supplies. */
interface FieldState {
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  inputRef: (element: HTMLElement | null) => void;
  error: string | undefined;
}

interface Requirement {
  isOptional?: boolean | undefined;
  isRequired?: boolean | undefined;
}

type BoundProps<Props, Values extends FieldValues, Output> = FieldBinding<Values, Output> &
  Omit<Props, keyof FieldState | 'defaultValue'>;

/** The value and the handlers of a form's text field. */
export function useFieldBinding<Values extends FieldValues, Output>(
  binding: FieldBinding<Values, Output>,
): FieldState {
  const { field, fieldState } = useController(binding);
  return {
    name: field.name,
    value: field.value ?? '',
    onChange: field.onChange,
    onBlur: field.onBlur,
    inputRef: field.ref,
    error: fieldState.error?.message,
  };
}

/** Binds a text widget to a form. Its field is required unless it is marked as optional. */
export function bind<Props extends Requirement>(Widget: ComponentType<Props>) {
  return function BoundField<Values extends FieldValues, Output>({
    control,
    name,
    ...rest
  }: BoundProps<Props, Values, Output>) {
    const { isOptional, isRequired = !isOptional } = rest as Requirement;
    const props = { ...rest, isRequired, ...useFieldBinding({ control, name }) };
    return <Widget {...(props as unknown as Props)} />;
  };
}

export const TextInput = /* @__PURE__ */ bind(TextField);
export const PasswordInput = /* @__PURE__ */ bind(PasswordField);
export const TextAreaInput = /* @__PURE__ */ bind(TextArea);

/** A `TextField` for whole numbers. Groups a valid number on blur: «12 500» (FMT-1). */
export const NumberInput = /* @__PURE__ */ bind(function NumberField(props: TextFieldProps) {
  const { value = '', onChange, onBlur } = props;
  const [isTouched, setTouched] = useState(false);
  return (
    <TextField
      {...props}
      inputMode="numeric"
      autoComplete="off"
      onChange={(text) => {
        setTouched(true);
        onChange?.(text);
      }}
      onBlur={(event) => {
        const amount = isTouched ? parseKronor(String(value)) : null;
        const grouped = amount === null ? value : formatNumber(amount);
        if (grouped !== value) onChange?.(String(grouped));
        setTouched(false);
        onBlur?.(event);
      }}
    />
  );
});
