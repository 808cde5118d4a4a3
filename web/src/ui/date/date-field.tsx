import { CalendarDays } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { announce } from '../announce.ts';
import fieldStyles from '../field/field.module.css';
import { type ParsedFieldProps, TextField } from '../field/text-field.tsx';
import { preloadWhenIdle } from '../later.ts';
import { readDate, stripDate } from './date-bounds.ts';

// Loaded when its button is hovered: most dates are typed.
const loadPopover = () => import('./date-popover.tsx');
const DatePopover = lazy(loadPopover);

const spokenFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'long', timeZone: 'UTC' });

/** A phone's screen reader may have moved its cursor by then, so focus is returned once more (FMT-3). */
const RETURN_MS = 500;

export interface DateFieldProps extends ParsedFieldProps {
  /** YYYY-MM-DD, or '' if empty. */
  value: string;
  /** The first and the last allowed day, YYYY-MM-DD. */
  min?: string | undefined;
  max?: string | undefined;
  /** True for days within the bounds that cannot be chosen. */
  isDateDisabled?: ((date: string) => boolean) | undefined;
}

const faultOf = (written: string) =>
  /^\d{4}-\d\d-\d\d$/.test(written)
    ? `${written} finns inte i kalendern.`
    : `${written} är inget datum. Skriv det som åååå-mm-dd.`;

/** A day, typed as yyyy-mm-dd or picked in a calendar (FMT-2, FMT-3). */
export function DateField(props: DateFieldProps) {
  const { value, onChange, onBlur, min, max, isDateDisabled, ...rest } = props;
  const [written, setWritten] = useState<string | null>(null);
  /** Shown when the text was not a date, or was out of bounds and was clamped (FMT-2). */
  const [remark, setRemark] = useState<{ sentence: string; of: string } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isNeeded, setNeeded] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);

  function write(text: string) {
    const stripped = stripDate(text);
    const next = readDate(stripped, min, max);
    setWritten(next === undefined || next === stripped ? stripped : null);
    const clamped = next !== undefined && next !== '' && next !== stripped;
    if (clamped) say(`${stripped} går inte att välja. Datumet ändrades till ${next}.`, next);
    else setRemark(null);
    if (next !== undefined && next !== value) onChange(next);
  }

  /** Shows a remark for as long as the value stays the same. */
  function say(sentence: string, of: string) {
    setRemark({ sentence, of });
    announce(sentence);
  }

  function close() {
    setOpen(false);
    setTimeout(() => {
      if (document.activeElement === document.body) toggle.current?.focus();
    }, RETURN_MS);
  }

  return (
    <>
      <TextField
        {...rest}
        description={remark?.of === value ? remark.sentence : rest.description}
        value={written ?? value}
        onChange={write}
        onBlur={(event) => {
          // Discards text that is not a date.
          if (written !== null && written !== value) {
            say(faultOf(written), value);
          }
          setWritten(null);
          onBlur?.(event);
        }}
        placeholder="yyyy-mm-dd"
        inputMode="numeric"
        autoComplete="off"
        action={
          <Button
            ref={toggle}
            className={fieldStyles.action ?? ''}
            isDisabled={rest.isDisabled ?? false}
            aria-label={
              value === ''
                ? 'Välj datum'
                : `Välj datum, valt datum är ${spokenFormat.format(new Date(`${value}T00:00:00Z`))}`
            }
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onHoverStart={() => preloadWhenIdle(loadPopover)}
            onFocus={() => preloadWhenIdle(loadPopover)}
            onPress={() => {
              setNeeded(true);
              setOpen(true);
            }}
          >
            <CalendarDays size={20} />
          </Button>
        }
      />
      {isNeeded && (
        <Suspense fallback={null}>
          <DatePopover
            {...{ toggle, isOpen, value, min, max, isDateDisabled }}
            onPick={(date) => {
              onChange(date);
              setRemark(null);
              close();
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
