import type { FieldValues } from 'react-hook-form';
import { DateField, type DateFieldProps } from '../../ui/date/date-field.tsx';
import { type Bound, byDefault, useBound } from './text-input.tsx';

type Free<Props> = Omit<Props, 'value' | 'onChange' | 'onBlur' | 'error' | 'inputRef' | 'name'>;

/** A `DateField` of a form: YYYY-MM-DD or ''. */
export function DateInput<Values extends FieldValues, Output>(
  props: Bound<Values, Output> & Free<DateFieldProps>,
) {
  const { control, name, ...rest } = props;
  return <DateField {...rest} {...byDefault(rest)} {...useBound({ control, name })} />;
}
