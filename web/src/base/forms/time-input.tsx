import type { FieldValues } from 'react-hook-form';
import { TimeField, type TimeFieldProps } from '../../ui/date/time-field.tsx';
import { type Bound, byDefault, useBound } from './text-input.tsx';

type Free<Props> = Omit<Props, 'value' | 'onChange' | 'onBlur' | 'error' | 'inputRef' | 'name'>;

/** A `TimeField` of a form: HH:MM or ''. */
export function TimeInput<Values extends FieldValues, Output>(
  props: Bound<Values, Output> & Free<TimeFieldProps>,
) {
  const { control, name, ...rest } = props;
  return <TimeField {...rest} {...byDefault(rest)} {...useBound({ control, name })} />;
}
