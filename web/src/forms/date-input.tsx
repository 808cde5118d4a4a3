import type { FieldValues } from 'react-hook-form';
import { useController } from 'react-hook-form';
import { DateField, type DateFieldProps } from '../ui/date-field.tsx';
import { TimeField, type TimeFieldProps } from '../ui/time-field.tsx';
import type { Bound } from './text-input.tsx';

type Free<Props> = Omit<Props, 'value' | 'onChange' | 'onBlur' | 'error' | 'inputRef' | 'name'>;

function useBoundText<Values extends FieldValues, Output>({
  control,
  name,
}: Bound<Values, Output>) {
  const { field, fieldState } = useController({ control, name });
  return {
    name,
    value: field.value as string,
    onChange: field.onChange as (value: string) => void,
    onBlur: field.onBlur,
    inputRef: field.ref,
    error: fieldState.error?.message,
  };
}

/** A `DateField` of a form: YYYY-MM-DD or ''. */
export function DateInput<Values extends FieldValues, Output>(
  props: Bound<Values, Output> & Free<DateFieldProps>,
) {
  const { control, name, ...rest } = props;
  return <DateField {...rest} {...useBoundText({ control, name })} />;
}

/** A `TimeField` of a form: HH:MM or ''. */
export function TimeInput<Values extends FieldValues, Output>(
  props: Bound<Values, Output> & Free<TimeFieldProps>,
) {
  const { control, name, ...rest } = props;
  return <TimeField {...rest} {...useBoundText({ control, name })} />;
}
