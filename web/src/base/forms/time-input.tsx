import type { FieldValues } from 'react-hook-form';
import { TimeField, type TimeFieldProps } from '../../ui/date/time-field.tsx';
import { type FieldBinding, requiredByDefault, useFieldBinding } from './text-input.tsx';

type UnboundProps<Props> = Omit<
  Props,
  'value' | 'onChange' | 'onBlur' | 'error' | 'inputRef' | 'name'
>;

/** A `TimeField` bound to a form field: HH:MM or ''. */
export function TimeInput<Values extends FieldValues, Output>(
  props: FieldBinding<Values, Output> & UnboundProps<TimeFieldProps>,
) {
  const { control, name, ...rest } = props;
  return (
    <TimeField {...rest} {...requiredByDefault(rest)} {...useFieldBinding({ control, name })} />
  );
}
