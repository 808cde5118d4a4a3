import { useState } from 'react';
import { type ParsedFieldProps, TextField } from '../field/text-field.tsx';
import { readTime } from './time-text.ts';

export interface TimeFieldProps extends ParsedFieldProps {
  /** HH:MM, or '' if empty. */
  value: string;
  /** Called with HH:MM if the text can be parsed, otherwise with the text itself, so that its error can be shown. */
  onChange: (value: string) => void;
}

/**
 * A time of day on the 24-hour clock (FMT-1). A text field, since the browser's own time field follows the browser's
 * language and shows «02:30 PM» in English.
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
        // Valid text is normalised. Invalid text stays, so that it can be corrected.
        setWritten(null);
        onBlur?.(event);
      }}
      placeholder="tt:mm"
      inputMode="numeric"
      autoComplete="off"
    />
  );
}
