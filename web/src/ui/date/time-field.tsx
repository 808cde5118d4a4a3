import { useState } from 'react';
import { TextField, type TextFieldProps } from '../field/text-field.tsx';
import { readTime } from './time-text.ts';

export interface TimeFieldProps
  extends Omit<
    TextFieldProps,
    'type' | 'suffix' | 'action' | 'value' | 'onChange' | 'placeholder'
  > {
  /** HH:MM, or '' for none. */
  value: string;
  /** HH:MM as soon as it can be read; as it is written as long as it can't, so that it can be told. */
  onChange: (value: string) => void;
}

/**
 * A time of day on the 24-hour clock (FMT-1). Written as text, since the browser's own field follows the
 * language of the browser, and shows «02:30 PM» in an English one.
 */
export function TimeField({ value, onChange, onBlur, ...rest }: TimeFieldProps) {
  const [written, setWritten] = useState<string | null>(null);
  return (
    <TextField
      {...rest}
      value={written ?? value}
      onChange={(text) => {
        setWritten(text);
        const time = readTime(text) ?? text.trim();
        if (time !== value) onChange(time);
      }}
      onBlur={(event) => {
        // What can be read is written out; what can't stays, so that it can be mended.
        setWritten(null);
        onBlur?.(event);
      }}
      placeholder="tt:mm"
      inputMode="numeric"
      autoComplete="off"
    />
  );
}
