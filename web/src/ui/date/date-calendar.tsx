import {
  type CalendarDate,
  endOfWeek,
  isSameMonth,
  parseDate,
  startOfWeek,
  today,
} from '@internationalized/date';
import { TIME_ZONE } from '@restvarde/contract/dates';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useCalendarCell } from 'react-aria/useCalendar';
import {
  Button,
  Calendar,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
} from 'react-aria-components/Calendar';
import { buttonClass } from '../button/button-class.ts';
import { clampDate, keepInMonths, yearChoices } from './date-bounds.ts';
import styles from './date-field.module.css';

/** Delay before focus moves to the chosen day, or today, after the calendar opens (FMT-3). */
const FOCUS_MS = 300;
const LOCALE = 'sv-SE';

const monthFormat = new Intl.DateTimeFormat(LOCALE, { month: 'long', timeZone: 'UTC' });
const MONTHS = Array.from({ length: 12 }, (_, month) => monthFormat.format(Date.UTC(2026, month)));

interface DateCalendarProps {
  value: string;
  min: string | undefined;
  max: string | undefined;
  isDateDisabled: ((date: string) => boolean) | undefined;
  onPick: (date: string) => void;
  onClose: () => void;
}

/** The calendar of a date field. Loaded when its button is hovered. */
export function DateCalendar(props: DateCalendarProps) {
  const { value, min, max, isDateDisabled, onPick, onClose } = props;
  const now = today(TIME_ZONE);
  const start = parseDate(value || clampDate(now.toString(), min, max));
  const [focused, setFocused] = useState(start);

  // With bounds, React Aria would make days unfocusable. A day that cannot be chosen still takes focus.
  function isUnavailable(date: CalendarDate | { toString(): string }) {
    const day = date.toString();
    return day !== clampDate(day, min, max) || isDateDisabled?.(day) === true;
  }

  return (
    <Calendar
      aria-label="Datum"
      firstDayOfWeek="mon"
      value={value ? start : null}
      focusedValue={focused}
      onFocusChange={(date) => setFocused(parseDate(keepInMonths(date.toString(), min, max)))}
      isDateUnavailable={isUnavailable}
      onChange={(date) => onPick(date.toString())}
      className={styles.calendar ?? ''}
    >
      <CalendarHead min={min} max={max} selected_year={start.year} onClose={onClose} />
      <DayKeys>
        <CalendarGrid className={styles.grid ?? ''} weekdayStyle="short">
          <CalendarGridHeader>
            {(day) => (
              <CalendarHeaderCell className={styles.weekday ?? ''}>{day}</CalendarHeaderCell>
            )}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(date) => (
              <DateDay
                date={date}
                isToday={date.compare(now) === 0}
                isStruck={isDateDisabled?.(date.toString()) === true}
                isReachable={keepInMonths(date.toString(), min, max) === date.toString()}
              />
            )}
          </CalendarGridBody>
        </CalendarGrid>
      </DayKeys>
    </Calendar>
  );
}

function CalendarHead(props: {
  min: string | undefined;
  max: string | undefined;
  selected_year: number;
  onClose: () => void;
}) {
  const { min, max, selected_year, onClose } = props;
  const state = use(CalendarStateContext);
  const focusDay = useEffectEvent(() => state?.setFocused(true));
  useEffect(() => {
    const timer = setTimeout(() => focusDay(), FOCUS_MS);
    return () => clearTimeout(timer);
  }, []);
  if (state === null) return null;

  const shown = state.visibleRange.start;
  const first = shown.set({ day: 1 });
  const years = yearChoices(selected_year, min, max);
  const goTo = (part: { month?: number; year?: number }) =>
    state.setFocusedDate(parseDate(clampDate(state.focusedDate.set(part).toString(), min, max)));

  return (
    <div className="row gap-1">
      <select
        aria-label="Månad"
        className={styles.select}
        value={shown.month}
        onChange={(event) => goTo({ month: Number(event.target.value) })}
      >
        {MONTHS.map((name, index) => (
          <option key={name} value={index + 1}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="År"
        className={styles.select}
        value={shown.year}
        onChange={(event) => goTo({ year: Number(event.target.value) })}
      >
        {(years.includes(shown.year) ? years : [shown.year, ...years]).map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
      </select>
      <HeadButton
        label="Föregående månad"
        isDisabled={min !== undefined && first.subtract({ days: 1 }).toString() < min}
        onPress={() => state.focusPreviousPage()}
      >
        <ChevronLeft size={20} />
      </HeadButton>
      <HeadButton
        label="Nästa månad"
        isDisabled={max !== undefined && first.add({ months: 1 }).toString() > max}
        onPress={() => state.focusNextPage()}
      >
        <ChevronRight size={20} />
      </HeadButton>
      <HeadButton label="Stäng" onPress={onClose}>
        <X size={20} />
      </HeadButton>
    </div>
  );
}

function HeadButton(props: {
  label: string;
  isDisabled?: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <Button
      slot={null}
      aria-label={props.label}
      isDisabled={props.isDisabled ?? false}
      onPress={props.onPress}
      className={`${buttonClass({ variant: 'quiet', size: 'sm', isSquare: true })} ${styles.step}`}
    >
      {props.children}
    </Button>
  );
}

/**
 * Replaces two behaviours of React Aria. Home and End move within the week, as in the ARIA pattern. A press on an
 * unavailable day or a day of the next month moves focus to it (FMT-3).
 */
function DayKeys({ children }: { children: ReactNode }) {
  const state = use(CalendarStateContext);

  function moveInWeek(event: KeyboardEvent) {
    if (state === null || (event.key !== 'Home' && event.key !== 'End')) return;
    event.preventDefault();
    event.stopPropagation();
    const edge = event.key === 'Home' ? startOfWeek : endOfWeek;
    state.setFocusedDate(edge(state.focusedDate, LOCALE, 'mon'));
  }

  function focusDay(event: MouseEvent) {
    const day = (event.target as Element).closest('td')?.querySelector<HTMLElement>('[data-date]')
      ?.dataset.date;
    if (state === null || day === undefined) return;
    state.setFocusedDate(parseDate(day));
    state.setFocused(true);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the controls are the days inside.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the days handle the keys.
    <div onKeyDownCapture={moveInWeek} onClick={focusDay}>
      {children}
    </div>
  );
}

interface DateDayProps {
  date: CalendarDate;
  isToday: boolean;
  /** The day is within the bounds but cannot be chosen. */
  isStruck: boolean;
  /** True if the calendar can show the month of this day. */
  isReachable: boolean;
}

/**
 * A day of the calendar. React Aria's own cell announces a day of the next month as disabled, though a press moves to
 * it.
 */
function DateDay({ date, isToday, isStruck, isReachable }: DateDayProps) {
  const state = use(CalendarStateContext);
  const button = useRef<HTMLDivElement>(null);
  if (state === null) throw new Error('DateDay must be inside a calendar');
  const isOutsideMonth = !isSameMonth(date, state.visibleRange.start);
  const day = useCalendarCell({ date, isOutsideMonth }, state, button);
  const isDisabled = isOutsideMonth ? !isReachable : day.isUnavailable;
  return (
    <td {...day.cellProps} aria-disabled={isDisabled || undefined}>
      <div
        {...day.buttonProps}
        ref={button}
        aria-disabled={isDisabled || undefined}
        className={styles.day}
        data-date={date.toString()}
        data-today={isToday || undefined}
        data-struck={isStruck || undefined}
        data-selected={day.isSelected || undefined}
        data-unavailable={isDisabled || day.isUnavailable || undefined}
        data-outside-month={isOutsideMonth || undefined}
      >
        {day.formattedDate}
      </div>
    </td>
  );
}
