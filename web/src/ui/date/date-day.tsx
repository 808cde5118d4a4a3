import { type CalendarDate, isSameMonth } from '@internationalized/date';
import { use, useRef } from 'react';
import { useCalendarCell } from 'react-aria/useCalendar';
import { CalendarStateContext } from 'react-aria-components/Calendar';
import styles from './date-field.module.css';

export interface DateDayProps {
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
export function DateDay({ date, isToday, isStruck, isReachable }: DateDayProps) {
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
