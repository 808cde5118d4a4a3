import * as z from 'zod/mini';
import { addDays, isDate, stockholmDate, stockholmInstant, stockholmTime } from '../dates.ts';
import { TIME_SENTENCE } from '../fields.ts';
import { isHoliday } from '../working-days.ts';

/** PICK-12, PICK-13. */
export const HOURS_SENTENCE = {
  weekdays: 'Ange minst en dag som platsen är öppen',
  order: 'Sluttiden måste vara efter starttiden, med plats för minst en tid',
  slot: 'Välj hur lång en tid är',
  places: 'Ange mellan 1 och 50 platser',
  closed: 'Ange en första och en sista dag, i den ordningen',
  full: 'Tiden är fullbokad. Välj en annan tid.',
} as const;

/** The choices of a slot's length, in minutes. */
export const SLOT_MINUTES = [15, 30, 60, 120] as const;

/** The most periods in which a place is closed. */
export const CLOSED_PERIODS = 50;

/** Monday first. */
export const WEEKDAYS = [
  'måndag',
  'tisdag',
  'onsdag',
  'torsdag',
  'fredag',
  'lördag',
  'söndag',
] as const;

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const time = z.string().check(z.regex(TIME, TIME_SENTENCE));
const date = z.string().check(z.refine(isDate, HOURS_SENTENCE.closed));

/** Opening and closing time of a weekday, `HH:MM`. */
const openTimes = z.object({ from: time, to: time });

/** When objects can be collected at a staging area, as bookable slots (PICK-12). */
export const bookingHours = z
  .object({
    /** Monday to Sunday; null is closed. */
    weekdays: z.array(z.nullable(openTimes)).check(z.length(7)),
    slot_minutes: z
      .int({ error: HOURS_SENTENCE.slot })
      .check(
        z.refine((minutes) => SLOT_MINUTES.some((one) => one === minutes), HOURS_SENTENCE.slot),
      ),
    /** Objects that can be collected in one slot. */
    places: z
      .int({ error: HOURS_SENTENCE.places })
      .check(z.gte(1, HOURS_SENTENCE.places), z.lte(50, HOURS_SENTENCE.places)),
    /** Closed periods, first and last day included. */
    closed: z.array(z.object({ from: date, to: date })).check(z.maxLength(CLOSED_PERIODS)),
    is_open_on_holidays: z.boolean(),
  })
  .check(
    z.refine(({ weekdays }) => weekdays.some((day) => day !== null), {
      path: ['weekdays'],
      error: HOURS_SENTENCE.weekdays,
    }),
    z.superRefine(({ weekdays, slot_minutes, closed }, context) => {
      for (const [index, day] of weekdays.entries()) {
        if (day === null || !TIME.test(day.from) || !TIME.test(day.to)) continue;
        if (minutesOf(day.from) + slot_minutes <= minutesOf(day.to)) continue;
        context.addIssue({
          code: 'custom',
          path: ['weekdays', index, 'to'],
          message: HOURS_SENTENCE.order,
        });
      }
      if (closed.some(({ from, to }) => from > to)) {
        context.addIssue({ code: 'custom', path: ['closed'], message: HOURS_SENTENCE.closed });
      }
    }),
  );

export type BookingHours = z.output<typeof bookingHours>;

const minutesOf = (written: string) => Number(written.slice(0, 2)) * 60 + Number(written.slice(3));

const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** 0 is Monday. */
const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** The opening times of a date (YYYY-MM-DD). Null if the place is closed (PICK-12). */
export function openOn(hours: BookingHours, day: string): { from: string; to: string } | null {
  if (hours.closed.some(({ from, to }) => from <= day && day <= to)) return null;
  if (!hours.is_open_on_holidays && isHoliday(day)) return null;
  return hours.weekdays[weekdayOf(day)] ?? null;
}

/** The starts of a date's slots, `HH:MM` in Stockholm. Each slot ends before the place closes (PICK-12). */
export function slotsOn(hours: BookingHours, day: string): string[] {
  const open = openOn(hours, day);
  if (open === null) return [];
  const last = minutesOf(open.to) - hours.slot_minutes;
  const starts: string[] = [];
  for (let at = minutesOf(open.from); at <= last; at += hours.slot_minutes) starts.push(timeOf(at));
  return starts;
}

/** The start and the end of a slot that starts at an instant. */
export const slotAt = (hours: Pick<BookingHours, 'slot_minutes'>, start: Date) => ({
  start,
  end: new Date(start.getTime() + hours.slot_minutes * 60_000),
});

/** The slots of a date as instants, by their local start. */
export const slotInstants = (hours: BookingHours, day: string) =>
  slotsOn(hours, day).map((local) => ({ local, start: stockholmInstant(`${day}T${local}`) }));

const SHORT = WEEKDAYS.map((day) => day.slice(0, 3));

/** The hours in words: «mån–fre 07:00–17:00, lör 09:00–13:00». */
export function hoursText({ weekdays, is_open_on_holidays }: BookingHours): string {
  const groups: { first: number; last: number; times: string }[] = [];
  for (const [index, day] of weekdays.entries()) {
    if (day === null) continue;
    const times = `${day.from}–${day.to}`;
    const group = groups.at(-1);
    if (group?.times === times && group.last === index - 1) group.last = index;
    else groups.push({ first: index, last: index, times });
  }
  const days = groups.map(
    ({ first, last, times }) =>
      `${first === last ? SHORT[first] : `${SHORT[first]}–${SHORT[last]}`} ${times}`,
  );
  return [...days, ...(is_open_on_holidays ? ['även helgdagar'] : [])].join(', ');
}

/** Why a time cannot be booked at a place with these hours, whatever others have booked. Null if it can (PICK-13). */
export function hoursFault(hours: BookingHours, booked_dt: Date): string | null {
  const day = stockholmDate(booked_dt);
  const slots = slotsOn(hours, day);
  const local = stockholmTime(booked_dt);
  if (slots.includes(local)) return null;
  const [first] = slots;
  const end = slots.at(-1);
  if (
    first === undefined ||
    end === undefined ||
    local < first ||
    minutesOf(local) >= minutesOf(end) + hours.slot_minutes
  )
    return `Platsen är stängd då. Öppet: ${hoursText(hours)}.`;
  return `Välj en av platsens tider. De är ${hours.slot_minutes} minuter långa, och den första är ${first}.`;
}

/** The dates that can be booked now: today and `days` more. */
export function bookableDays(now: Date, days: number): string[] {
  const today = stockholmDate(now);
  return Array.from({ length: days + 1 }, (_, index) => addDays(today, index));
}
