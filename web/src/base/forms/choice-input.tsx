import type { FieldValues } from 'react-hook-form';
import { useController } from 'react-hook-form';
import { RadioGroup, type RadioGroupProps } from '../../ui/field/radio-group.tsx';
import { MultiSelect, type MultiSelectProps } from '../../ui/select/multi-select.tsx';
import { Select, type SelectProps } from '../../ui/select/select.tsx';
import type { FieldBinding } from './text-input.tsx';

type UnboundProps<Props> = Omit<
  Props,
  'value' | 'onChange' | 'onBlur' | 'error' | 'buttonRef' | 'inputRef' | 'name'
>;

/** A `Select` bound to a form field; '' if nothing is chosen. */
export function SelectInput<Values extends FieldValues, Output>(
  props: FieldBinding<Values, Output> & UnboundProps<SelectProps<string>>,
) {
  const { control, name, ...rest } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <Select
      isRequired
      {...rest}
      name={name}
      value={field.value === '' ? null : field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      buttonRef={field.ref}
      error={fieldState.error?.message}
    />
  );
}

/** A `MultiSelect` bound to a form field, whose value is a list of strings. */
export function MultiSelectInput<Values extends FieldValues, Output>(
  props: FieldBinding<Values, Output> & UnboundProps<MultiSelectProps<string>>,
) {
  const { control, name, ...rest } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <MultiSelect
      isRequired
      {...rest}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      buttonRef={field.ref}
      error={fieldState.error?.message}
    />
  );
}

/** A `RadioGroup` bound to a form field; '' if nothing is chosen. */
export function RadioInput<Values extends FieldValues, Output>(
  props: FieldBinding<Values, Output> & UnboundProps<RadioGroupProps>,
) {
  const { control, name, ...rest } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <RadioGroup
      {...rest}
      name={name}
      value={field.value === '' ? null : field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  );
}
