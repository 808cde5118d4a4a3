import { TextField, type TextFieldProps } from './text-field.tsx';

/** A time of day, HH:MM, by the browser's own field; '' while it is incomplete. */
export function TimeField(props: Omit<TextFieldProps, 'type' | 'suffix' | 'action'>) {
  return <TextField {...props} type="time" />;
}
