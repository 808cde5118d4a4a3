import { addDays, stockholmDate, stockholmInstant } from './dates.ts';

/** The time of day of a deadline given in working days (GEN-3). */
export const DEADLINE_TIME = '18:00';

/** Public holidays on a fixed date (lag 1989:253), Christmas Eve and New Year's Eve: MM-DD. */
const FIXED = ['01-01', '01-06', '05-01', '06-06', '12-24', '12-25', '12-26', '12-31'];

/** Good Friday, Easter, Easter Monday, Ascension Day and Pentecost, by their distance from Easter. */
const FROM_EASTER = [-2, 0, 1, 39, 49];

/** Easter Sunday of a year as YYYY-MM-DD, by the Gregorian computus (Meeus, Jones and Butcher). */
export function easterOf(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const days = epact + toSunday - 7 * late + 114;
  const month = Math.floor(days / 31);
  return `${year}-${String(month).padStart(2, '0')}-${String((days % 31) + 1).padStart(2, '0')}`;
}

const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();
const FRIDAY = 5;
const SATURDAY = 6;
const SUNDAY = 0;

/** A weekday between two days of the year, MM-DD, both included. */
function isWeekdayBetween(date: string, day: number, from: string, to: string): boolean {
  const inYear = date.slice(5);
  return weekday(date) === day && inYear >= from && inYear <= to;
}

const isMidsummer = (date: string) =>
  isWeekdayBetween(date, FRIDAY, '06-19', '06-25') ||
  isWeekdayBetween(date, SATURDAY, '06-20', '06-26');

const isAllSaints = (date: string) =>
  isWeekdayBetween(date, SATURDAY, '10-31', '10-31') ||
  isWeekdayBetween(date, SATURDAY, '11-01', '11-06');

/**
 * Is this date (YYYY-MM-DD) a public holiday (lag 1989:253, ordinary Sundays left out), midsommarafton, julafton or
 * nyårsafton?
 */
export function isHoliday(date: string): boolean {
  if (FIXED.includes(date.slice(5)) || isMidsummer(date) || isAllSaints(date)) return true;
  const easter = easterOf(Number(date.slice(0, 4)));
  return FROM_EASTER.some((days) => addDays(easter, days) === date);
}

/**
 * Is this date (YYYY-MM-DD) a «vardag»: Monday to Friday, no public holiday, and none of midsommarafton, julafton and
 * nyårsafton (GEN-3)?
 */
export function isWorkingDay(date: string): boolean {
  if (weekday(date) === SATURDAY || weekday(date) === SUNDAY) return false;
  return !isHoliday(date);
}

/** The nth working day after a date; that date itself is not counted (GEN-3). `n` is at least 1. */
export function workingDayAfter(date: string, n: number): string {
  let day = date;
  for (let left = n; left > 0; ) {
    day = addDays(day, 1);
    if (isWorkingDay(day)) left -= 1;
  }
  return day;
}

/** 18:00 in Stockholm on the nth working day after the Stockholm date of an instant (GEN-3). */
export function workingDeadline(from: Date, days: number): Date {
  return stockholmInstant(`${workingDayAfter(stockholmDate(from), days)}T${DEADLINE_TIME}`);
}
