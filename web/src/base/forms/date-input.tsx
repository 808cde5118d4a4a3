import type { FieldValues } from 'react-hook-form';
import { DateField, type DateFieldProps } from '../../ui/date/date-field.tsx';
import { type FieldBinding, requiredByDefault, useFieldBinding } from './text-input.tsx';

type UnboundProps<Props> = Omit<
  Props,
  'value' | 'onChange' | 'onBlur' | 'error' | 'inputRef' | 'name'
>;

/** A `DateField` bound to a form field: YYYY-MM-DD or ''. */
export function DateInput<Values extends FieldValues, Output>(
  props: FieldBinding<Values, Output> & UnboundProps<DateFieldProps>,
) {
  const { control, name, ...rest } = props;
  return (
    <DateField {...rest} {...requiredByDefault(rest)} {...useFieldBinding({ control, name })} />
  );
}
